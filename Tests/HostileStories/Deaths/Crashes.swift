import Foundation

/// Crashes that need more than one line of code.
enum Crashes {
  static func readUnownedReference() {
    var object: Item? = Item()
    let reference = Reference(item: object ?? Item())
    object = nil
    print(reference.item.count)
  }

  static func accessTwice() {
    let item = Item()
    modify(&item.count) { item.count += 1 }
  }

  static func assumeMainActor() { MainActor.assumeIsolated {} }

  static func freeInvalidPointer() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    free(memory + 16)
  }

  /// Reads a mapped page beyond the end of a truncated file, which raises SIGBUS.
  static func readTruncatedFile() {
    let length = Int(getpagesize())
    let file = fileno(tmpfile())
    ftruncate(file, length)
    let bytes = mmap(nil, length, PROT_READ, MAP_SHARED, file, 0)
    ftruncate(file, 0)
    print(bytes?.load(as: UInt8.self) ?? 0)
  }

  /// Lets the parent trace this process, which then waits for it at each signal.
  static func crashWhileTraced() {
    typealias Trace = @convention(c) (Int, Int, Int, Int) -> Int
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "ptrace") else { return }
    _ = unsafeBitCast(address, to: Trace.self)(0, 0, 0, 0)
    UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  }

  private static func modify(_ count: inout Int, while body: () -> Void) {
    count += 1
    body()
  }

  private final class Item {
    var count = 0
  }

  private struct Reference {
    unowned let item: Item
  }
}
