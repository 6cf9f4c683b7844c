import Foundation
import Glibc
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioLanguageService

/// A server of the Language Server Protocol, version 3.17, on standard input and output.
///
/// It has one thread: it waits for messages of the editor and answers of the worker, whichever comes
/// first. A text is planned when no more messages are waiting, so fast typing makes no queue.
final class LanguageServer {
  private struct Failure: Error {
    var code: Int64
    var message: String
  }

  private let folderOption: String
  private var stream = MessageStream()
  private var root = FileManager.default.currentDirectoryPath
  private var service: LanguageService?
  private var planner: Planner?
  private var hasSnippets = false
  private var isShutDown = false

  /// What the worker has found in a version of an open document.
  private var planned: [String: (version: Int, diagnostics: [Diagnostic])] = [:]
  /// The open documents that are to be planned.
  private var changed: Set<String> = []
  /// Those of them whose diagnostics, without a worker, are published.
  private var readAlone: Set<String> = []
  private var published: [String: [Diagnostic]] = [:]
  /// The addresses of files as the editor writes them, by their paths.
  private var addresses: [String: Value] = [:]
  private var runs: [StoryProcess] = []

  init(folder: String) { folderOption = folder }

  /// Serves until the input ends, and returns whether the editor has announced it.
  func run() -> Bool {
    while true {
      var waiting = ([STDIN_FILENO] + (planner?.descriptors ?? [])).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&waiting, nfds_t(waiting.count), 100)
      if waiting[0].revents != 0 {
        guard let messages = stream.read() else { return isShutDown }
        for message in messages {
          if message["method"]?.text == "exit" { return isShutDown }
          receive(message)
        }
      }
      for event in planner?.events() ?? [] { receive(event) }
      for run in runs { finish(run) }
      if poll(&waiting, 1, 0) == 0 { goOn() }
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
    do {
      send(["id": id, "result": try answer(method, parameters)])
    } catch let failure as Failure {
      send([
        "id": id, "error": ["code": .integer(failure.code), "message": .text(failure.message)],
      ])
    } catch {
      let text = (error as? Diagnostic)?.text ?? "\(error)"
      send(["id": id, "error": ["code": -32803, "message": .text(text)]])
    }
  }

  private func send(_ message: Value) {
    guard case .mapping(let pairs) = message else { return }
    stream.write(.mapping([Value.Pair("jsonrpc", "2.0")] + pairs))
  }

  private func show(_ text: String, isError: Bool) {
    send([
      "method": "window/showMessage",
      "params": ["type": isError ? 1 : 3, "message": .text(text)],
    ])
  }

  private func notify(_ method: String, _ parameters: Value) {
    guard let service, let document = parameters["textDocument"] else { return }
    guard let path = document["uri"]?.path.flatMap(service.path) else { return }
    addresses[file(path)] = document["uri"]
    switch method {
    case "textDocument/didOpen":
      update(path, document["text"]?.text, document["version"])
    case "textDocument/didChange":
      update(path, parameters["contentChanges"]?.elements.last?["text"]?.text, document["version"])
    case "textDocument/didClose":
      service.close(path)
      planned[path] = nil
      changed.remove(path)
      publish(path, [])
      published[path] = nil
    default: break
    }
  }

  private func update(_ path: String, _ text: String?, _ version: Value?) {
    guard let text else { return }
    service?.update(path, text: text, version: version?.number ?? 0)
    changed.insert(path)
    readAlone.remove(path)
  }

  private func answer(_ method: String, _ parameters: Value) throws -> Value {
    if method == "initialize" { return try initialize(parameters) }
    guard !isShutDown else { throw Failure(code: -32600, message: "the server is shut down") }
    guard let service else {
      throw Failure(code: -32002, message: "the server is not initialized")
    }
    switch method {
    case "shutdown":
      isShutDown = true
      return .absent
    case "workspace/executeCommand": return try execute(parameters)
    default: break
    }
    guard Self.methods.contains(method) else {
      throw Failure(code: -32601, message: "there is no method \"\(method)\"")
    }
    guard let path = parameters["textDocument"]?["uri"]?.path.flatMap(service.path),
      let source = service.source(of: path)
    else { return .absent }
    let offset = source.offset(of: parameters["position"])
    return switch method {
    case "textDocument/completion": completions(path, source, offset)
    case "textDocument/hover":
      service.hover(in: path, at: offset).map { hover in
        [
          "contents": ["kind": "markdown", "value": .text(hover.text)],
          "range": source.value(of: hover.range),
        ]
      } ?? .absent
    case "textDocument/definition":
      service.definition(in: path, at: offset, swift: swift).map(value) ?? .absent
    case "textDocument/references":
      .list(service.references(in: path, at: offset).map(value))
    case "textDocument/formatting": formatting(path, source)
    case "textDocument/documentSymbol":
      .list(service.outline(of: path).map { $0.value(in: source) })
    case "textDocument/foldingRange":
      .list(
        service.foldableBlocks(of: path).map {
          [
            "startLine": .integer(Int64($0.lowerBound)), "endLine": .integer(Int64($0.upperBound)),
          ]
        })
    case "textDocument/prepareRename":
      service.name(in: path, at: offset).map { name in
        ["range": source.value(of: name.range), "placeholder": .text(name.name)]
      } ?? .absent
    case "textDocument/rename":
      try rename(path, offset, to: parameters["newName"]?.text ?? "")
    case "textDocument/codeAction": actions(path, source, parameters["range"])
    case "textDocument/codeLens": .list(lenses(path, source, service.outline(of: path)))
    case "textDocument/semanticTokens/full": tokens(path, source)
    default: .absent
    }
  }

  private static let methods: Set<String> = [
    "textDocument/completion", "textDocument/hover", "textDocument/definition",
    "textDocument/references", "textDocument/formatting", "textDocument/documentSymbol",
    "textDocument/foldingRange", "textDocument/prepareRename", "textDocument/rename",
    "textDocument/codeAction", "textDocument/codeLens", "textDocument/semanticTokens/full",
  ]

  private func initialize(_ parameters: Value) throws -> Value {
    guard service == nil else { throw Failure(code: -32600, message: "it is initialized already") }
    let given = parameters["workspaceFolders"]?.elements.first?["uri"] ?? parameters["rootUri"]
    if let given = given?.path,
      FileManager.default.fileExists(atPath: "\(given)/\(folderOption)")
    {
      root = given
    }
    let folder = URL(filePath: folderOption, relativeTo: URL(filePath: root + "/"))
    let service = LanguageService(
      folder: folder.standardizedFileURL.path, shownAs: folderOption)
    self.service = service
    planner = Planner(folder: service.folder.rootFolder)
    let completion = parameters["capabilities"]?["textDocument"]?["completion"]?["completionItem"]
    hasSnippets = completion?["snippetSupport"] == .bool(true)
    return [
      "capabilities": [
        "textDocumentSync": ["openClose": true, "change": 1],
        "completionProvider": [
          "triggerCharacters": .texts([" ", ":", "\"", "!", "/", "{", "[", ","])
        ],
        "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
        "documentFormattingProvider": true, "documentSymbolProvider": true,
        "foldingRangeProvider": true, "renameProvider": ["prepareProvider": true],
        "codeActionProvider": ["codeActionKinds": .texts(["quickfix"])],
        "codeLensProvider": .mapping([]),
        "executeCommandProvider": ["commands": .texts([Self.runCommand])],
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .texts(StoryToken.Kind.allCases.map(\.rawValue)),
            "tokenModifiers": .list([]),
          ],
          "full": true,
        ],
      ],
      "serverInfo": ["name": "scenarios"],
    ]
  }

  // MARK: - Diagnostics

  /// Plans a changed text, or publishes what is known without a worker.
  private func goOn() {
    guard let service, let planner else { return }
    guard planner.isAvailable else {
      // The worker is about to start; until then, the text alone tells.
      for path in changed.subtracting(readAlone) {
        publish(path, service.diagnostics(of: path, planned: nil))
      }
      readAlone = changed
      return
    }
    guard planner.isFree, let path = changed.sorted().first,
      let version = service.version(of: path),
      let text = service.readableText(of: path)
    else { return }
    changed.remove(path)
    planner.plan(path, text: text, version: version)
  }

  private func receive(_ event: Planner.Event) {
    guard let service else { return }
    switch event {
    case .vocabularies(let vocabularies):
      service.vocabularies = vocabularies
      changed.formUnion(service.open)
    case .problem(let diagnostic): show(diagnostic.text, isError: true)
    case .planned(let path, let version, let diagnostics):
      // A newer text is planned next.
      guard service.version(of: path) == version else { return }
      planned[path] = (version, diagnostics)
      // What is wrong across files depends on all of them.
      for other in service.open where planned[other]?.version == service.version(of: other) {
        let found = service.diagnostics(of: other, planned: planned[other]?.diagnostics)
        if other == path || found != published[other] { publish(other, found) }
      }
    }
  }

  private func publish(_ path: String, _ diagnostics: [Diagnostic]) {
    guard let service else { return }
    published[path] = diagnostics
    let source = service.source(of: path) ?? SourceFile(path: path, bytes: [])
    send([
      "method": "textDocument/publishDiagnostics",
      "params": Value(present: [
        "uri": address(file(path)),
        "version": service.version(of: path).map { .integer(Int64($0)) },
        "diagnostics": .list(diagnostics.map { $0.value(in: source) }),
      ]),
    ])
  }

  private func actions(_ path: String, _ source: SourceFile, _ range: Value?) -> Value {
    let (start, end) = (source.offset(of: range?["start"]), source.offset(of: range?["end"]))
    let actions = (published[path] ?? []).flatMap { diagnostic -> [Value] in
      guard let place = diagnostic.location?.range, place.start.offset <= end,
        start <= place.end.offset
      else { return [] }
      return diagnostic.corrections.map { text in
        [
          "title": .text("Change to: \(text)"), "kind": "quickfix",
          "diagnostics": .list([diagnostic.value(in: source)]),
          "edit": changes([
            (file(path), [["range": source.value(of: place), "newText": .text(text)]])
          ]),
        ]
      }
    }
    return .list(actions)
  }

  // MARK: - Answers

  private var swift: SwiftLocations { SwiftLocations(root: root) }

  /// Returns the address of a file, as the editor writes it if it is known.
  private func address(_ file: String) -> Value { addresses[file] ?? Value(address: file) }

  private func file(_ path: String) -> String { "\(service?.root ?? "")/\(path)" }

  private func changes(_ edits: [(file: String, edits: [Value])]) -> Value {
    [
      "changes": .mapping(
        edits.map { Value.Pair(address($0.file).text ?? "", .list($0.edits)) })
    ]
  }

  private func value(of place: LanguageService.Place) -> Value {
    ["uri": address(place.file), "range": range(of: place)]
  }

  private func range(of place: LanguageService.Place) -> Value {
    service?.path(of: place.file).flatMap { service?.source(of: $0) }?.value(of: place.range)
      ?? place.range.value
  }

  private func completions(_ path: String, _ source: SourceFile, _ offset: Int) -> Value {
    guard let service else { return .absent }
    let (all, start) = service.completions(in: path, at: offset)
    let range: Value = [
      "start": source.value(ofOffset: start), "end": source.value(ofOffset: offset),
    ]
    return [
      "isIncomplete": false,
      "items": .list(
        all.enumerated().map {
          $1.value(replacing: range, order: $0, hasSnippets: hasSnippets)
        }),
    ]
  }

  private func formatting(_ path: String, _ source: SourceFile) -> Value {
    guard let text = service?.formatted(path) else { return .absent }
    guard !text.utf8.elementsEqual(source.bytes) else { return .list([]) }
    return .list([["range": source.wholeRange, "newText": .text(text)]])
  }

  private func rename(_ path: String, _ offset: Int, to name: String) throws -> Value {
    guard let service else { return .absent }
    let renaming = try service.rename(in: path, at: offset, to: name, swift: swift)
    let files = Dictionary(grouping: renaming.edits, by: \.place.file).sorted { $0.key < $1.key }
    var parts: [Value] = files.map { file, edits in
      [
        "textDocument": [
          "uri": address(file),
          "version": service.path(of: file).flatMap { service.version(of: $0) }
            .map { .integer(Int64($0)) } ?? .absent,
        ],
        "edits": .list(edits.map { ["range": range(of: $0.place), "newText": .text($0.text)] }),
      ]
    }
    if let moved = renaming.moved {
      parts.append([
        "kind": "rename", "oldUri": Value(address: moved.from), "newUri": Value(address: moved.to),
      ])
    }
    return ["documentChanges": .list(parts)]
  }

  private func tokens(_ path: String, _ source: SourceFile) -> Value {
    var data: [Value] = []
    var (lastLine, lastStart) = (0, 0)
    for token in service?.tokens(of: path) ?? [] {
      let range = source.value(of: token.range)
      guard let line = range["start"]?["line"]?.number,
        let start = range["start"]?["character"]?.number, range["end"]?["line"]?.number == line,
        let end = range["end"]?["character"]?.number, end > start
      else { continue }
      let kind = StoryToken.Kind.allCases.firstIndex(of: token.kind) ?? 0
      let numbers = [
        line - lastLine, line == lastLine ? start - lastStart : start, end - start, kind, 0,
      ]
      data += numbers.map { .integer(Int64($0)) }
      (lastLine, lastStart) = (line, start)
    }
    return ["data": .list(data)]
  }

  // MARK: - Runs

  private static let runCommand = "scenarios.run"

  private func lenses(_ path: String, _ source: SourceFile, _ outlines: [Outline]) -> [Value] {
    outlines.filter { $0.kind != .phrase }.flatMap { outline in
      let line = outline.titleRange.start.line
      let target = Value.text("\(file(path)):\(line)")
      return [
        [
          "range": source.value(of: outline.titleRange),
          "command": [
            "title": outline.kind == .story ? "Run story" : "Run scenario",
            "command": .text(Self.runCommand),
            "arguments": .list([outline.kind == .story ? .text(file(path)) : target]),
          ],
        ]
      ] + lenses(path, source, outline.children)
    }
  }

  private func execute(_ parameters: Value) throws -> Value {
    guard parameters["command"]?.text == Self.runCommand,
      let target = parameters["arguments"]?.elements.first?.text
    else { throw Failure(code: -32602, message: "there is no such command") }
    guard let executable = Executable() else { return .absent }
    runs.append(
      try StoryProcess(
        executable, ["run", target, "--folder", service?.root ?? folderOption], in: root))
    return .absent
  }

  private func finish(_ run: StoryProcess) {
    guard let (text, succeeded) = run.result else { return }
    runs.removeAll { $0 === run }
    show(text, isError: !succeeded)
  }
}

/// A run of stories that an editor has asked for.
private final class StoryProcess {
  private let process = Process()
  private let output: URL

  init(_ executable: Executable, _ arguments: [String], in folder: String) throws {
    output = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString).txt")
    guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
      throw Diagnostic("the file \"\(output.path)\" can't be written")
    }
    let file = try FileHandle(forWritingTo: output)
    process.executableURL = URL(filePath: executable.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    try process.run()
  }

  /// The text that the run has printed, and whether all scenarios passed; `nil` before its end.
  var result: (text: String, succeeded: Bool)? {
    guard !process.isRunning else { return nil }
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(at: output)
    return (text, process.terminationStatus == 0)
  }
}
