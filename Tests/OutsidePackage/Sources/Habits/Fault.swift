import CHabits
import Foundation

/// Faults that a sanitizer finds, each in a function of its own.
public enum Fault: String, CaseIterable {
  case useAfterFree = "use after free"
  case overflowOfHeap = "overflow of the heap"
  case overflowOfStack = "overflow of the stack"
  case doubleFree = "double free"
  case freeOfVariable = "free of a variable"
  case undefinedBehaviour = "undefined behaviour"

  /// Makes the fault.
  public func happen() {
    switch self {
    case .useAfterFree: print(Self.readReleasedObject())
    case .overflowOfHeap: print(Self.read(4, of: .allocate(capacity: 4)))
    case .overflowOfStack: print(Self.readBeyondVariable())
    case .doubleFree: Self.freeTwice(.allocate(capacity: 4))
    case .freeOfVariable: Self.freeVariable()
    case .undefinedBehaviour: print(Self.shift(by: 32))
    }
  }

  private static func readReleasedObject() -> Int {
    var habit: Days? = Days()
    unowned(unsafe) let released = habit ?? Days()
    habit = nil
    return released.count
  }

  private static func read(_ index: Int, of days: UnsafeMutablePointer<Int>) -> Int {
    days.initialize(repeating: 7, count: 4)
    defer { days.deallocate() }
    return days[index]
  }

  private static func readBeyondVariable() -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 4) { days in
      days.initialize(repeating: 7)
      return days.baseAddress?[days.count + days[0] - 7] ?? 0
    }
  }

  private static func freeTwice(_ days: UnsafeMutablePointer<Int>) {
    days.deallocate()
    days.deallocate()
  }

  private static func freeVariable() {
    var days = (1, 2)
    withUnsafeMutableBytes(of: &days) { free($0.baseAddress) }
  }

  private static func shift(by count: Int32) -> Int32 { power_of_two(count) }

  private final class Days {
    var count = 7
  }
}
