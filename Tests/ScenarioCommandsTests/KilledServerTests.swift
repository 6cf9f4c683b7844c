import Foundation
import TestSupport
import Testing

@Suite("Servers that are killed", .timeLimit(.minutes(10)))
struct KilledServerTests {
  private static let story = """
    story: Waiting
    module: deaths
    scenarios:
      - scenario: First
        when: the app dies by "endless loop"
      - scenario: Second
        when: the app dies by "endless loop"
    """

  /// The command of a server, and what asks it to run the story.
  struct Server: CustomTestStringConvertible, Sendable {
    var command: String
    var input: String
    var testDescription: String { command }
  }

  static let servers = [
    Server(
      command: "mcp",
      input: """
        {"jsonrpc":"2.0","id":1,"method":"tools/call",\
        "params":{"name":"run","arguments":{"path":"story.yaml"}}}

        """),
    Server(
      command: "language-server",
      input: message(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)
        + message(
          """
          {"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand",\
          "params":{"command":"scenarios.run","arguments":["Scenarios/story.yaml"]}}
          """)),
  ]

  private static func message(_ json: String) -> String {
    "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
  }

  @Test(arguments: servers)
  func `nothing that works for a server outlives it by seconds`(_ server: Server) async throws {
    let folder = try StoriesFolder(["Scenarios/story.yaml": Self.story])
    let process = CommandLineCall.process(
      [server.command], in: folder.url, command: "HostileStories")
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(server.input.utf8))
    // The process that it has started, a worker, and the one with the scenario.
    var started: Set<pid_t> = []
    while started.count < 3, process.isRunning {
      try Task.checkCancellation()
      started = Self.processes(below: process.processIdentifier)
      poll(nil, 0, 10)
      await Task.yield()
    }
    kill(process.processIdentifier, SIGKILL)
    #expect(await process.end() == -SIGKILL)
    let end = ContinuousClock.now + .seconds(5)
    while started.contains(where: Self.isRunning), ContinuousClock.now < end {
      poll(nil, 0, 10)
      await Task.yield()
    }
    #expect(started.filter(Self.isRunning) == [])
    for id in started { kill(id, SIGKILL) }
  }

  /// Returns the processes that a process, or one of those, has started.
  private static func processes(below id: pid_t) -> Set<pid_t> {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    let children = tasks.flatMap { task in
      (text(of: "\(id)/task/\(task)/children") ?? "").split(separator: " ").compactMap {
        pid_t($0)
      }
    }
    return children.reduce(into: Set(children)) { $0.formUnion(processes(below: $1)) }
  }

  /// Whether a process is there, and not only its exit status.
  private static func isRunning(_ id: pid_t) -> Bool {
    text(of: "\(id)/stat")?.contains(/\) [^ZX]/) == true
  }

  private static func text(of file: String) -> String? {
    try? String(contentsOfFile: "/proc/\(file)", encoding: .utf8)
  }
}
