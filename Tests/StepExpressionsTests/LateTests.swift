import Synchronization
import Testing

@testable import StepExpressions

@Suite("A late value")
struct LateTests {
  @Test func `is made when it is asked for, once for all who ask`() async {
    let made = Mutex(0)
    let counter = Late { made.withLock { $0 += 1 } }
    #expect(made.withLock { $0 } == 0)
    await withTaskGroup { group in
      for _ in 1...20 { group.addTask { counter.value } }
    }
    #expect(made.withLock { $0 } == 1)
  }
}
