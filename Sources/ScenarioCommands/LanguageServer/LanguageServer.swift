import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// A server of the Language Server Protocol, version 3.17, on standard input and output.
///
/// Of two hosts, one plans texts and the other runs them. While a text is planned, changes wait, so
/// fast typing makes no queue. Questions about a state wait for its run for a moment, and no other
/// question does.
actor LanguageServer {
  /// The time that a question waits for a run.
  private static let patience = Duration.milliseconds(500)

  private let folderOption: String
  private let planning: HostProcess
  private let running: HostProcess
  private var answers: DocumentAnswers?
  /// The build whose vocabularies were asked for, and whether there are any.
  private var build: FileStamp?
  private var hasVocabularies = false
  private var isShutDown = false
  /// The questions that wait for the run of their document, by their identifiers.
  private var waiting: [Value: Task<Void, Never>] = [:]

  /// The findings of the host in a version of an open document.
  private var planned: [String: (version: Int, diagnostics: [Diagnostic])] = [:]
  /// The open documents that are to be planned.
  private var changed: Set<String> = []
  /// Those of them whose diagnostics, without a host, are published.
  private var readAlone: Set<String> = []
  /// The number of the newest request to plan, when it began, until it is answered, and whether it
  /// asks a new build for its vocabularies.
  private var request: (number: Int, began: ContinuousClock.Instant?, isOfBuild: Bool) = (
    0, nil, false
  )
  /// The versions of documents that are running, or wait for the newest run to end.
  private var observing: [String: Int] = [:]
  private var newestRun: Task<Void, Never>?

  init(folder: String) {
    folderOption = folder
    (planning, running) = (HostProcess(folder: folder), HostProcess(folder: folder))
  }

  /// Serves until the input ends, and returns whether the editor has announced it.
  func run() async -> Bool {
    let messages = AsyncStream<Data>(linesOf: .standardInput, take: MessageStream.take)
    // A new build of the command announces itself by nothing else.
    let watch = Task {
      while (try? await Task.sleep(for: .milliseconds(100))) != nil { goOn() }
    }
    for await data in messages {
      let message = Value(json: String(decoding: data, as: UTF8.self)) ?? .absent
      if message["method"]?.text == "exit" { break }
      receive(message)
      goOn()
    }
    watch.cancel()
    for host in [planning, running] { await host.stop() }
    return isShutDown
  }

  // MARK: - Messages

  private func receive(_ message: Value) {
    guard case .mapping = message, let method = message["method"]?.text else {
      // An answer of the editor has no method.
      if message["result"] == nil, message["error"] == nil {
        send(ProtocolError(-32700, "this is no message").answer(to: .absent))
      }
      return
    }
    let parameters = message["params"] ?? .absent
    guard let id = message["id"] else { return notify(method, parameters) }
    guard let path = pathToObserve(method, parameters) else {
      return answer(id, method, parameters)
    }
    waiting[id] = Task {
      let end = ContinuousClock.now + Self.patience
      while answers?.service.isObserved(path) == false, .now < end, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(5))
      }
      waiting[id] = nil
      guard Task.isCancelled else { return answer(id, method, parameters) }
      send(ProtocolError(-32800, "the request was cancelled").answer(to: id))
    }
  }

  private func answer(_ id: Value, _ method: String, _ parameters: Value) {
    do { send(["id": id, "result": try result(method, parameters)]) } catch {
      let language = answers.flatMap { answers in
        answers.request(parameters).map { answers.service.language(of: $0.path, at: $0.offset) }
      }
      let text = (error as? Diagnostic)?.translated(to: language ?? .english).text ?? "\(error)"
      send((error as? ProtocolError ?? ProtocolError(-32803, text)).answer(to: id))
    }
  }

  private func send(_ message: Value) {
    let json = message.inProtocol
    Console.output.writeUnchanged("Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
  }

  private func show(_ text: String, isError: Bool) {
    send([
      "method": "window/showMessage", "params": ["type": isError ? 1 : 3, "message": .text(text)],
    ])
  }

  private func notify(_ method: String, _ parameters: Value) {
    if method == "$/cancelRequest" { waiting[parameters["id"] ?? .absent]?.cancel() }
    guard let answers, let document = parameters["textDocument"] else { return }
    guard let path = document["uri"]?.path.flatMap(answers.service.path) else { return }
    self.answers?.addresses[answers.file(path)] = document["uri"]
    switch method {
    case "textDocument/didOpen": update(path, document["text"]?.text, document["version"])
    case "textDocument/didChange":
      update(path, parameters["contentChanges"]?.elements.last?["text"]?.text, document["version"])
    case "textDocument/didClose":
      answers.service.close(path)
      planned[path] = nil
      changed.remove(path)
      publish(path, [])
      self.answers?.published[path] = nil
    default: break
    }
  }

  private func update(_ path: String, _ text: String?, _ version: Value?) {
    guard let text else { return }
    answers?.service.update(path, text: text, version: version?.number ?? 0)
    changed.insert(path)
    readAlone.remove(path)
  }

  private func result(_ method: String, _ parameters: Value) throws -> Value {
    if method == "initialize" { return try initialize(parameters) }
    guard !isShutDown else { throw ProtocolError(-32600, "the server is shut down") }
    guard let answers else { throw ProtocolError(-32002, "the server is not initialized") }
    switch method {
    case "shutdown":
      isShutDown = true
      return .absent
    case "workspace/executeCommand": return try execute(parameters)
    default: break
    }
    guard let answer = DocumentAnswers.answers[method] else {
      throw ProtocolError(-32601, "there is no method \"\(method)\"")
    }
    guard let request = answers.request(parameters) else { return .absent }
    return try answer(answers, request)
  }

  private func initialize(_ parameters: Value) throws -> Value {
    guard answers == nil else { throw ProtocolError(-32600, "it is initialized already") }
    let given = parameters["workspaceFolders"]?.elements.first?["uri"] ?? parameters["rootUri"]
    // The app's processes start there, as if they were called in a terminal.
    if let given = given?.path, FileManager.default.fileExists(atPath: "\(given)/\(folderOption)"),
      !FileManager.default.changeCurrentDirectoryPath(given)
    {
      throw ProtocolError(-32803, "the folder \"\(given)\" can't be entered")
    }
    let root = FileManager.default.currentDirectoryPath
    let folder = URL(filePath: folderOption, relativeTo: URL(filePath: root + "/"))
    let service = LanguageService(folder: folder.standardizedFileURL.path, shownAs: folderOption)
    answers = DocumentAnswers(
      service: service, root: root, editor: EditorCapabilities(parameters["capabilities"]))
    return ["capabilities": Self.capabilities, "serverInfo": ["name": "scenarios"]]
  }

  private static let capabilities: Value = [
    "textDocumentSync": ["openClose": true, "change": 1],
    "completionProvider": ["triggerCharacters": .texts([" ", ":", "\"", "!", "/", "{", "[", ","])],
    "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
    "documentFormattingProvider": true, "documentSymbolProvider": true,
    "renameProvider": ["prepareProvider": true],
    "codeActionProvider": ["codeActionKinds": .texts(["quickfix"])],
    "codeLensProvider": .mapping([]),
    "executeCommandProvider": ["commands": .texts([DocumentAnswers.runCommand])],
  ]

  // MARK: - Diagnostics

  /// Plans a changed text, or publishes what is known without a host.
  private func goOn() {
    guard let service = answers?.service else { return }
    // A host that is asked again ends what has been running for too long, but not its start.
    if let began = request.began,
      request.isOfBuild || ContinuousClock.now - began < HostProcess.patience
    {
      return
    }
    if request.began == nil, let newest = planning.build, newest != build {
      build = newest
      return plan(HostRequest())
    }
    guard hasVocabularies else {
      // The host is about to start. Until then, diagnostics depend on the text alone.
      for path in changed.subtracting(readAlone) {
        publish(path, service.diagnostics(of: path, planned: nil))
      }
      readAlone = changed
      return
    }
    guard let path = changed.sorted().first, let version = service.version(of: path),
      let text = service.readableText(of: path)
    else { return }
    changed.remove(path)
    plan(HostRequest(text: HostRequest.Text(path: path, text: text)), version)
  }

  private func plan(_ asked: HostRequest, _ version: Int = 0) {
    let number = request.number + 1
    request = (number, .now, asked.text == nil)
    Task {
      var answer = HostAnswer()
      do { answer = try await planning.answer(to: asked) } catch {
        answer.diagnostics = [Diagnostic("\(error)", rule: .crash)]
      }
      if request.number == number { request.began = nil }
      receive(answer, to: asked, version)
      goOn()
    }
  }

  private func receive(_ answer: HostAnswer, to request: HostRequest, _ version: Int) {
    guard let answers else { return }
    let service = answers.service
    guard let path = request.text?.path else {
      if let problem = answer.diagnostics.first { return show(problem.text, isError: true) }
      service.vocabularies = answer.vocabularies ?? []
      hasVocabularies = true
      return changed.formUnion(service.open)
    }
    // A newer text is planned next.
    guard service.version(of: path) == version else { return }
    planned[path] = (version, answer.diagnostics)
    // Diagnostics across files depend on all of them.
    for other in service.open where planned[other]?.version == service.version(of: other) {
      let found = service.diagnostics(of: other, planned: planned[other]?.diagnostics)
      if other == path || found != answers.published[other] { publish(other, found) }
    }
  }

  private func publish(_ path: String, _ diagnostics: [Diagnostic]) {
    guard let answers else { return }
    self.answers?.published[path] = diagnostics
    let source = answers.service.source(of: path) ?? SourceFile(path: path, bytes: [])
    send([
      "method": "textDocument/publishDiagnostics",
      "params": Value(present: [
        "uri": answers.address(answers.file(path)),
        "version": answers.service.version(of: path).map { .int($0) },
        "diagnostics": .list(diagnostics.map { $0.value(in: source) }),
      ]),
    ])
  }

  // MARK: - States

  /// Runs a document if an answer shows states of it, and returns its path: the answer should wait
  /// for the end.
  private func pathToObserve(_ method: String, _ parameters: Value) -> String? {
    guard method == "textDocument/hover", !isShutDown,
      let answers, let request = answers.request(parameters)
    else { return nil }
    let (service, path) = (answers.service, request.path)
    guard !service.isObserved(path), let version = service.version(of: path),
      let text = service.readableText(of: path), service.canObserve(path, at: request.offset)
    else { return nil }
    guard observing.updateValue(version, forKey: path) != version else { return path }
    let before = newestRun
    newestRun = Task {
      await before?.value
      // Meanwhile, a newer version may wait, too.
      guard observing[path] == version else { return }
      // An app that ends the process has nothing to show.
      let answer = try? await running.answer(to: .run(path, text))
      if observing[path] == version { observing[path] = nil }
      service.observe(answer?.run?.scenarios ?? [], in: path, version: version)
    }
    return path
  }

  // MARK: - Runs

  private func execute(_ parameters: Value) throws -> Value {
    guard parameters["command"]?.text == DocumentAnswers.runCommand,
      let target = parameters["arguments"]?.elements.first?.text
    else { throw ProtocolError(-32602, "there is no such command") }
    guard let executable = Executable(), let answers else { return .absent }
    // The target is an editor's text, which may look like an option.
    let process = executable.process(["run", "--folder", answers.service.root, "--", target])
    let output = Pipe()
    process.currentDirectoryURL = URL(filePath: answers.root)
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    Task {
      let lines = AsyncStream<Data>(linesOf: output.fileHandleForReading)
      var text = ""
      for await line in lines { text += String(decoding: line, as: UTF8.self) + "\n" }
      process.waitUntilExit()
      show(text, isError: process.terminationStatus != 0)
    }
    return .absent
  }
}

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "language-server",
    abstract: "Serve editors on standard input and output, with the Language Server Protocol.",
    discussion: """
      Editors start it. The app is rebuilt while it runs: it then uses the new steps.
      """)

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Flag(help: "Accepted because some editors pass it; nothing else is supported.") var stdio = false

  func run() throws {
    let server = LanguageServer(folder: folder)
    if try !MainRunLoop.run({ await server.run() }) { throw ExitStatus.failed }
  }
}
