import Foundation
import ScenarioKit
import TestSupport
import Testing

@testable import ScenarioCommands

/// A call of `scenarios mcp` in a folder of its own, and the messages of its client.
final class RunningAssistant {
  let folder: StoriesFolder
  private let process: Process
  private let input = Pipe()
  private let output: AsyncStream<Data>
  private var number: Int64 = 0

  init(
    files: [String: String] = [FactsFiles.path: FactsFiles.story], options: [String] = [],
    command: String = "scenarios"
  ) throws {
    folder = try StoriesFolder(files)
    process = CommandLineCall.process(["mcp"] + options, in: folder.url, command: command)
    let pipe = Pipe()
    (process.standardInput, process.standardOutput) = (input, pipe)
    try process.run()
    output = AsyncStream(linesOf: pipe.fileHandleForReading)
  }

  deinit {
    // A child of a test inherits that other signals are blocked.
    kill(process.processIdentifier, SIGKILL)
    _ = process.waitForEnd()
  }

  /// Sends a line as it is.
  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Sends a request, and returns its identifier.
  func request(_ method: String, _ parameters: Value = .mapping([])) throws -> Value {
    number += 1
    let message: Value = [
      "jsonrpc": "2.0", "id": .integer(number), "method": .text(method), "params": parameters,
    ]
    try send(message.json())
    return .integer(number)
  }

  /// Returns the next message of the server; `nil` after the last one.
  func next() async throws -> Value? {
    var lines = output.makeAsyncIterator()
    guard let line = await lines.next() else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let message = Value(json: text)
    #expect(message != nil, "\(text)")
    return message
  }

  /// Sends a request, and returns the next message.
  func answer(to method: String, _ parameters: Value = .mapping([])) async throws -> Value {
    let id = try request(method, parameters)
    let answer = try #require(try await next())
    #expect(answer["id"] == id)
    return answer
  }

  /// Calls a tool, and returns the structured content; for an error, its text.
  func call(_ tool: String, _ arguments: Value = .mapping([])) async throws -> Value {
    let answer = try await answer(to: "tools/call", ["name": .text(tool), "arguments": arguments])
    let result = try #require(answer["result"], "\(answer)")
    let text = try #require(result["content"]?.elements.first?["text"]?.text)
    guard result["isError"] != true else { return .text(text) }
    let content = try #require(result["structuredContent"])
    #expect(Value(json: text) == content)
    #expect(text.utf8.count <= AnswerPage.limit + 1_000)
    return content
  }

  /// Closes the input, and returns the exit status.
  func end() async throws -> Int32 {
    try input.fileHandleForWriting.close()
    return await process.end()
  }
}
