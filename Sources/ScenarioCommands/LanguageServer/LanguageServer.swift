import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// A server of the Language Server Protocol, version 3.17, on standard input and output.
///
/// It has one thread: it waits for messages of the editor and answers of two hosts, of which one
/// plans texts and the other runs them. A text is planned when no more messages are waiting, so
/// fast typing makes no queue. Questions about a state wait for its run for a moment, and no other
/// question does.
final class LanguageServer {
  private struct Failure: Error {
    var code: Int64
    var message: String
  }

  /// A question that waits for the run of its document.
  private struct Waiting {
    var id: Value
    var method: String
    var parameters: Value
    var path: String
    var began = ContinuousClock.now
  }

  /// The time that a question waits for a run.
  private static let patience = Duration.milliseconds(500)

  private let folderOption: String
  private var stream = MessageStream()
  private var answers: DocumentAnswers?
  private var planning: HostRequests?
  private var running: HostRequests?
  /// The build whose vocabularies were asked for, and whether there are any.
  private var build: FileStamp?
  private var hasVocabularies = false
  private var isShutDown = false
  private var runs: [StoryProcess] = []
  private var waiting: [Waiting] = []

  /// The findings of the host in a version of an open document.
  private var planned: [String: (version: Int, diagnostics: [Diagnostic])] = [:]
  /// The open documents that are to be planned.
  private var changed: Set<String> = []
  /// Those of them whose diagnostics, without a host, are published.
  private var readAlone: Set<String> = []

  init(folder: String) { folderOption = folder }

  /// Serves until the input ends, and returns whether the editor has announced it.
  func run() -> Bool {
    defer { for host in [planning, running] { host?.stop() } }
    while true {
      let hosts = [planning, running].compactMap { $0?.descriptor }
      var polls = ([STDIN_FILENO] + hosts).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polls, nfds_t(polls.count), 100)
      if polls[0].revents != 0 {
        guard let messages = stream.read() else { return isShutDown }
        for message in messages {
          if message["method"]?.text == "exit" { return isShutDown }
          receive(message)
        }
      }
      for ended in planning?.events() ?? [] { receivePlan(ended) }
      for ended in running?.events() ?? [] { receiveRun(ended) }
      for run in runs { finish(run) }
      answerWaiting()
      if poll(&polls, 1, 0) == 0 { goOn() }
    }
  }

  // MARK: - Messages

  private func receive(_ message: Value) {
    guard case .mapping = message, let method = message["method"]?.text else {
      // An answer of the editor has no method.
      if message["result"] == nil, message["error"] == nil {
        send(["id": .absent, "error": ["code": -32700, "message": "this is no message"]])
      }
      return
    }
    let parameters = message["params"] ?? .absent
    guard let id = message["id"] else { return notify(method, parameters) }
    if let path = pathToObserve(method, parameters) {
      waiting.append(Waiting(id: id, method: method, parameters: parameters, path: path))
    } else {
      answer(id, method, parameters)
    }
  }

  private func answer(_ id: Value, _ method: String, _ parameters: Value) {
    do { send(["id": id, "result": try result(method, parameters)]) } catch let failure as Failure {
      send([
        "id": id, "error": ["code": .integer(failure.code), "message": .text(failure.message)],
      ])
    } catch {
      let language = answers.flatMap { answers in
        answers.request(parameters).map { answers.service.language(of: $0.path, at: $0.offset) }
      }
      let text = (error as? Diagnostic)?.translated(to: language ?? .english).text ?? "\(error)"
      send(["id": id, "error": ["code": -32803, "message": .text(text)]])
    }
  }

  private func send(_ message: Value) {
    guard case .mapping(let pairs) = message else { return }
    stream.write(.mapping([Value.Pair("jsonrpc", "2.0")] + pairs))
  }

  private func show(_ text: String, isError: Bool) {
    send([
      "method": "window/showMessage", "params": ["type": isError ? 1 : 3, "message": .text(text)],
    ])
  }

  private func notify(_ method: String, _ parameters: Value) {
    if method == "$/cancelRequest" { cancel(parameters["id"]) }
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
    guard !isShutDown else { throw Failure(code: -32600, message: "the server is shut down") }
    guard let answers else { throw Failure(code: -32002, message: "the server is not initialized") }
    switch method {
    case "shutdown":
      isShutDown = true
      return .absent
    case "workspace/executeCommand": return try execute(parameters)
    default: break
    }
    guard DocumentAnswers.has(method) else {
      throw Failure(code: -32601, message: "there is no method \"\(method)\"")
    }
    guard let request = answers.request(parameters) else { return .absent }
    return try answers.answer(method, request)
  }

  private func initialize(_ parameters: Value) throws -> Value {
    guard answers == nil else { throw Failure(code: -32600, message: "it is initialized already") }
    let given = parameters["workspaceFolders"]?.elements.first?["uri"] ?? parameters["rootUri"]
    // The app's processes start there, as if they were called in a terminal.
    if let given = given?.path, FileManager.default.fileExists(atPath: "\(given)/\(folderOption)"),
      !FileManager.default.changeCurrentDirectoryPath(given)
    {
      throw Failure(code: -32803, message: "the folder \"\(given)\" can't be entered")
    }
    let root = FileManager.default.currentDirectoryPath
    let folder = URL(filePath: folderOption, relativeTo: URL(filePath: root + "/"))
    let service = LanguageService(folder: folder.standardizedFileURL.path, shownAs: folderOption)
    answers = DocumentAnswers(
      service: service, root: root, editor: EditorCapabilities(parameters["capabilities"]))
    (planning, running) = (HostRequests(folder: folderOption), HostRequests(folder: folderOption))
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
    guard let service = answers?.service, let planning else { return }
    if planning.isFree, let newest = planning.build, newest != build {
      build = newest
      planning.send(HostRequest())
    }
    guard hasVocabularies else {
      // The host is about to start; until then, the text alone tells.
      for path in changed.subtracting(readAlone) {
        publish(path, service.diagnostics(of: path, planned: nil))
      }
      readAlone = changed
      return
    }
    guard planning.isFree, let path = changed.sorted().first,
      let version = service.version(of: path), let text = service.readableText(of: path)
    else { return }
    changed.remove(path)
    planning.send(HostRequest(plan: HostRequest.Text(path: path, text: text, version: version)))
  }

  private func receivePlan(_ ended: HostRequests.Ended) {
    guard let answers else { return }
    let service = answers.service
    let diagnostics =
      switch ended.answer {
      case .failure(let error): [Diagnostic("\(error)", rule: .crash)]
      case .success(let answer): answer.diagnostics
      }
    guard let text = ended.request.text else {
      if let problem = diagnostics.first { return show(problem.text, isError: true) }
      service.vocabularies = (try? ended.answer.get())?.vocabularies ?? []
      hasVocabularies = true
      return changed.formUnion(service.open)
    }
    let (path, version) = (text.path, text.version ?? 0)
    // A newer text is planned next.
    guard service.version(of: path) == version else { return }
    planned[path] = (version, diagnostics)
    // What is wrong across files depends on all of them.
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
    running?.send(.run(path, text, version: version))
    return path
  }

  private func receiveRun(_ ended: HostRequests.Ended) {
    guard let text = ended.request.text else { return }
    // An app that ends the process has nothing to show.
    let results = (try? ended.answer.get())?.run?.scenarios ?? []
    answers?.service.observe(results, in: text.path, version: text.version ?? 0)
  }

  /// Answers questions whose document has run, or that have waited long enough.
  private func answerWaiting() {
    let now = ContinuousClock.now
    func isReady(_ question: Waiting) -> Bool {
      now - question.began > Self.patience || answers?.service.isObserved(question.path) != false
    }
    let ready = waiting.filter(isReady)
    waiting.removeAll(where: isReady)
    for question in ready { answer(question.id, question.method, question.parameters) }
  }

  private func cancel(_ id: Value?) {
    for question in waiting where question.id == id {
      send(["id": question.id, "error": ["code": -32800, "message": "the request was cancelled"]])
    }
    waiting.removeAll { $0.id == id }
  }

  // MARK: - Runs

  private func execute(_ parameters: Value) throws -> Value {
    guard parameters["command"]?.text == DocumentAnswers.runCommand,
      let target = parameters["arguments"]?.elements.first?.text
    else { throw Failure(code: -32602, message: "there is no such command") }
    guard let executable = Executable(), let answers else { return .absent }
    let folder = answers.service.root
    runs.append(
      // The target is an editor's text, which may look like an option.
      try StoryProcess(executable, ["run", "--folder", folder, "--", target], in: answers.root))
    return .absent
  }

  private func finish(_ run: StoryProcess) {
    guard let (text, succeeded) = run.result else { return }
    runs.removeAll { $0 === run }
    show(text, isError: !succeeded)
  }
}
