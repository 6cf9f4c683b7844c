import Foundation

/// Deaths by exhausted resources.
enum Exhaustion {
  /// Recurses until the stack is full.
  static func recurse(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { bytes in
      bytes[0] = UInt8(truncatingIfNeeded: depth)
      return depth == .max ? 0 : recurse(depth + 1) + Int(bytes[0])
    }
  }

  /// Releases a long list recursively, each node inside the release of the previous node.
  static func releaseLongList() {
    var first: Node?
    for _ in 0..<1_000_000 { first = Node(rest: [first].compactMap(\.self)) }
    first = nil
  }

  /// Allocates and touches blocks of 64 MB forever.
  ///
  /// Each block is allocated in a separate job. A virtual machine may take seconds for 2 GB, and
  /// the process should exceed its memory limit before a job takes too long.
  static func allocateForever() async {
    while true {
      // The blocks are never freed.
      memset(malloc(64 << 20), 1, 64 << 20)
      await Task.yield()
    }
  }

  /// Replaces the process with a program that exits with status 0.
  static func replaceProcess() {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    execv("/bin/true", &arguments)
  }

  /// Replaces the process with the command that runs it, called in the same way.
  static func replaceProcessByCommand() {
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
  }

  private final class Node {
    // The compiler turns the release of a list of optional nodes into a loop.
    let rest: [Node]

    init(rest: [Node]) { self.rest = rest }
  }
}
