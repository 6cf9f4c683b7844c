import Foundation

/// Deaths by too much of something.
enum Exhaustion {
  /// Recurses until the stack is full.
  static func recurse(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { bytes in
      bytes[0] = UInt8(truncatingIfNeeded: depth)
      return depth == .max ? 0 : recurse(depth + 1) + Int(bytes[0])
    }
  }

  /// Releases a list node by node, each inside the release of the one before it.
  static func releaseLongList() {
    var first: Node?
    for _ in 0..<1_000_000 { first = Node(rest: [first].compactMap(\.self)) }
    first = nil
  }

  /// Allocates and touches blocks of 64 MB for ever.
  ///
  /// Each block is a job of its own, because a virtual machine may take seconds for 2 GB, and what
  /// fails then should be the memory, not a job that takes too long.
  static func allocateForever() async {
    while true {
      // Nothing frees them.
      memset(malloc(64 << 20), 1, 64 << 20)
      await Task.yield()
    }
  }

  /// Becomes another program, which ends well.
  static func replaceProcess() {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    execv("/bin/true", &arguments)
  }

  private final class Node {
    // An optional node would be released in a loop, which the compiler makes of it.
    let rest: [Node]

    init(rest: [Node]) { self.rest = rest }
  }
}
