import ArgumentParser
import CResources
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// A server of the Model Context Protocol on standard input and output: JSON, a message in each
/// line.
///
/// As in version 2026-07-28, each request stands alone. The handshake of earlier versions is
/// answered, too. Tools are called one after the other; everything else is answered at once.
actor AssistantServer: StoryServer {
  /// The versions of the protocol, the newest first.
  ///
  /// Before 2026-07-28, there was a handshake.
  private static let versions = [
    "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05",
  ]
  private static let identity: Value = ["name": "scenarios", "version": "before 1.0.0"]

  let service: LanguageService
  let host: HostProcess
  var build: FileStamp?
  var problems: [Diagnostic] = []
  let allowsWrites: Bool

  /// The calls that have not ended, by the identifiers of their requests.
  private var calls: [Value: Task<Void, Never>] = [:]
  private var last: Task<Void, Never>?
  /// The identifier of the call that is running.
  private var running: Value?

  /// - Parameter folder: The path of the folder of stories, as the user wrote it.
  init(folder: String, allowsWrites: Bool) {
    service = LanguageService(folder: folder, shownAs: folder)
    host = HostProcess(folder: folder)
    self.allowsWrites = allowsWrites
  }

  /// Serves until the input has ended and all calls are answered.
  func serve() async {
    for await line in AsyncStream<Data>(linesOf: .standardInput) { receive(line) }
    await last?.value
    await host.stop()
  }

  // MARK: - Messages

  private func receive(_ line: Data) {
    // A line may end with CR and LF.
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return }
    guard let message = Value(json: text) else {
      return send(ProtocolError(-32700, "this is no JSON").answer(to: .absent))
    }
    let parameters = message["params"] ?? .mapping([])
    guard let method = message["method"]?.text else {
      // An answer of the client has no method.
      if message["result"] == nil, message["error"] == nil {
        send(ProtocolError(-32600, "this is no request").answer(to: .absent))
      }
      return
    }
    guard let id = message["id"] else {
      if method == "notifications/cancelled" { cancel(parameters["requestId"] ?? .absent) }
      return
    }
    guard id.text != nil || id.number != nil else {
      let error = ProtocolError(-32600, "the id is neither a text nor a number")
      return send(error.answer(to: .absent))
    }
    guard ["tools/call", "resources/read"].contains(method) else {
      return send(id, Result { try result(method, parameters) })
    }
    let earlier = last
    let call = Task {
      await earlier?.value
      await answer(id, method, parameters)
      calls[id] = nil
    }
    (calls[id], last) = (call, call)
  }

  private func send(_ message: Value) { Console.output.writeUnchanged(message.inProtocol + "\n") }

  private func send(_ id: Value, _ result: Result<Value, any Error>) {
    switch result {
    case .success(.mapping(let pairs)):
      // Keys that an answer needs since 2026-07-28; earlier clients ignore them.
      let common: [Value.Pair] = [
        .init("resultType", "complete"), .init("ttlMs", 0), .init("cacheScope", "private"),
        .init("_meta", ["io.modelcontextprotocol/serverInfo": Self.identity]),
      ]
      send(["id": id, "result": .mapping(pairs + common)])
    case .success: send(ProtocolError(-32603, "there is no result").answer(to: id))
    case .failure(let error):
      send((error as? ProtocolError ?? ProtocolError(-32603, "\(error)")).answer(to: id))
    }
  }

  // MARK: - Requests

  private func result(_ method: String, _ parameters: Value) throws -> Value {
    try checkVersion(of: parameters)
    switch method {
    case "initialize":
      let asked = parameters["protocolVersion"]?.text ?? ""
      let version = Self.versions.contains(asked) ? asked : Self.versions[1]
      return [
        "protocolVersion": .text(version), "capabilities": Self.capabilities,
        "serverInfo": Self.identity, "instructions": .text(AssistantTexts.instructions),
      ]
    case "server/discover":
      return [
        "supportedVersions": .texts(Self.versions), "capabilities": Self.capabilities,
        "instructions": .text(AssistantTexts.instructions),
      ]
    case "ping": return .mapping([])
    case "tools/list":
      return ["tools": .list(AssistantTools.all(allowWrites: allowsWrites).map(\.value))]
    case "resources/list": return ["resources": .list(AssistantTexts.resources)]
    case "resources/templates/list": return ["resourceTemplates": []]
    default: throw ProtocolError(-32601, "there is no method \"\(method)\"")
    }
  }

  private static let capabilities: Value = ["tools": .mapping([]), "resources": .mapping([])]

  private func checkVersion(of parameters: Value) throws(ProtocolError) {
    let version = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
    guard let version, !Self.versions.contains(version) else { return }
    throw ProtocolError(
      -32022, "the version \"\(version)\" of the protocol is not known",
      data: ["requested": .text(version), "supported": .texts(Self.versions)])
  }

  // MARK: - Calls

  /// Answers a call, unless it is cancelled.
  private func answer(_ id: Value, _ method: String, _ parameters: Value) async {
    let progress = parameters["_meta"]?["progressToken"].map { token in
      Task { try await sendProgress(token) }
    }
    running = id
    defer {
      progress?.cancel()
      running = nil
    }
    do {
      try Task.checkCancellation()
      try checkVersion(of: parameters)
      let result =
        method == "tools/call" ? try await call(parameters) : try await resource(parameters)
      if !Task.isCancelled { send(id, .success(result)) }
    } catch { if !Task.isCancelled { send(id, .failure(error)) } }
  }

  /// Sends each second for how many seconds a call has been running.
  private func sendProgress(_ token: Value) async throws {
    for seconds in 1... {
      try await Task.sleep(for: .seconds(1))
      send([
        "method": "notifications/progress",
        "params": ["progressToken": token, "progress": .int(seconds)],
      ])
    }
  }

  /// Cancels a call, and what runs for it.
  private func cancel(_ id: Value) {
    guard let call = calls[id], !call.isCancelled else { return }
    call.cancel()
    // Another one may be running.
    if id == running { Task { await host.stop() } }
  }

  private func call(_ parameters: Value) async throws -> Value {
    let name = parameters["name"]?.text ?? ""
    guard let tool = AssistantTools.all(allowWrites: true).first(where: { $0.name == name }) else {
      throw ProtocolError(-32602, "there is no tool \"\(name)\"")
    }
    do {
      let arguments = parameters["arguments"] ?? .mapping([])
      try tool.check(arguments)
      if tool.needsSteps { try await readVocabularies() }
      let value = try await tool.call(self, arguments)
      return [
        "content": [["type": "text", "text": .text(try value.json())]], "structuredContent": value,
        "isError": false,
      ]
    } catch {
      let text = (error as? Diagnostic)?.text ?? "\(error)"
      return ["content": [["type": "text", "text": .text(text)]], "isError": true]
    }
  }

  private func resource(_ parameters: Value) async throws -> Value {
    let address = parameters["uri"]?.text ?? ""
    let text: String
    switch address {
    case AssistantTexts.languageAddress: text = String(cString: language_reference())
    case AssistantTexts.guideAddress:
      try await readVocabularies()
      text = try guide(in: .english).markdown
    default: throw ProtocolError(-32602, "there is no resource \"\(address)\"")
    }
    return [
      "contents": [["uri": .text(address), "mimeType": "text/markdown", "text": .text(text)]]
    ]
  }
}

struct AssistantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve assistants on standard input and output, with the Model Context Protocol.",
    discussion: """
      Assistants start it. They find steps, check and run stories with it, and save them if that \
      is allowed. The app is rebuilt while it runs: it then uses the new steps.
      """)

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Flag(help: "Let the assistant write story files in the folder.") var allowWrites = false

  func run() throws {
    RealTimeOptions.report()
    let server = AssistantServer(folder: folder, allowsWrites: allowWrites)
    try MainRunLoop.run { await server.serve() }
  }
}
