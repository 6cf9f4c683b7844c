import Foundation
import HTTPTypes
import ScenarioAuthoring
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// The answers of `scenarios studio` to its page.
///
/// No code of the app runs in this process; ``HostProcess`` has one for that. Requests and answers
/// are JSON. Positions are those of the Language Server Protocol, which count as JavaScript does.
actor Studio {
  let service: LanguageService
  let host: HostProcess
  private let isReadOnly: Bool
  /// The build whose vocabularies the service has.
  private var build: FileStamp?
  private var problems: [Diagnostic] = []
  /// The findings of the last exploration, with the text that it was of.
  var findings: (text: String, list: [Finding]) = ("", [])

  /// - Parameter folder: The path of the folder of stories, as the user wrote it.
  init(folder: String, isReadOnly: Bool) {
    let root = URL(filePath: folder).standardizedFileURL.path
    service = LanguageService(folder: root, shownAs: folder)
    host = HostProcess(folder: folder)
    self.isReadOnly = isReadOnly
  }

  /// The error for a request that can't be answered.
  struct Failure: Error {
    var message: String
    var status: HTTPResponse.Status
    /// The text that another program has written meanwhile.
    var text: String?

    var answer: Value {
      Value(present: ["error": .text(message), "text": text.map { .text($0) }])
    }

    init(_ message: String, _ status: HTTPResponse.Status = .badRequest) {
      self.message = message
      self.status = status
    }
  }

  /// Returns the JSON that answers a request.
  ///
  /// - Throws: ``Failure`` in the language of the story that the request is about.
  func answer(to path: String, _ request: Value) async throws -> String {
    do {
      return try await result(of: path, request)
    } catch {
      var failure =
        error as? Failure ?? (error as? Diagnostic).map { Failure($0.message, .conflict) }
        ?? Failure("\(error)", .internalServerError)
      failure.message = language(of: request).translation(of: failure.message)
      throw failure
    }
  }

  private func result(of path: String, _ request: Value) async throws -> String {
    switch path {
    case "/stories": return try await stories().json()
    case "/run": return try await run(request["paths"]?.elements.compactMap(\.text) ?? [])
    case "/open": return try open(story(request)).json()
    case "/change": return try await change(story(request), try text(request))
    case "/completions": return try completions(story(request), request).json()
    case "/sentences": return try sentences(story(request), request).json()
    case "/add": return try add(story(request), request).json()
    case "/remove": return try remove(story(request), request).json()
    case "/add-scenario": return try addScenario(story(request), request).json()
    case "/review": return try await review(story(request), request).json()
    case "/explore": return try await explore(story(request), request).json()
    case "/add-findings": return try addFindings(story(request), request).json()
    case "/ahead": return try await ahead(story(request), request)
    case "/examples": return try examples(story(request), request).json()
    case "/format": return try format(story(request), request).json()
    case "/save":
      return try save(story(request), try text(request), over: request["base"]?.text).json()
    case "/wait": return try await wait(request["seen"]?.text).json()
    case "/guide": return try await guide().json()
    default: throw Failure("there is nothing at \(path)", .notFound)
    }
  }

  /// The language of the page.
  var language: StoryLanguage {
    .ofPage(
      aboutStoriesIn: service.languages,
      terminal: .ofTerminal(ProcessInfo.processInfo.environment))
  }

  /// Returns the language of the story that a request is about; that of the page if there is none.
  private func language(of request: Value) -> StoryLanguage {
    guard let path = try? story(request), let source = service.source(of: path) else {
      return language
    }
    let line = Int64(max(1, request["scenario"]?.number ?? 1)) - 1
    return service.language(
      of: path, at: source.offset(of: ["line": .integer(line), "character": 0]))
  }

  func stop() async { await host.stop() }

  // MARK: - Requests

  /// Returns the path of the story that a request is about.
  ///
  /// - Throws: ``Failure`` for a file outside of the folder, also by a symbolic link.
  private func story(_ request: Value) throws -> String {
    let given = request["path"]?.text ?? ""
    let file = "\(service.root)/\(given)"
    guard let path = service.path(of: file), path == given else {
      throw Failure("\"\(given)\" is no story in \"\(service.folder.shown(""))\"", .forbidden)
    }
    // The file need not exist, but its folder must.
    let existing =
      FileManager.default.fileExists(atPath: file)
      ? file : URL(filePath: file).deletingLastPathComponent().path
    guard let real = Self.realPath(existing), let root = Self.realPath(service.root),
      real == root || real.hasPrefix(root + "/")
    else { throw Failure("\"\(given)\" leads out of the folder of stories", .forbidden) }
    return path
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  func text(_ request: Value) throws -> String {
    guard let text = request["text"]?.text else { throw Failure("the text is missing") }
    return text
  }

  // MARK: - Answers

  private func stories() async throws -> Value {
    try await readVocabularies()
    let outlines = service.outlines
    let files = service.folder.find([]).paths.map { path -> Value in
      ["path": .text(path), "stories": .list((outlines[path] ?? []).map(\.listed))]
    }
    return [
      "folder": .text(service.root), "isReadOnly": .bool(isReadOnly), "files": .list(files),
      "modules": .texts(service.vocabularies.map(\.module)),
      "folders": .mapping(service.foldersOfModules.map { Value.Pair($0, .text($1)) }),
      "seen": .text(seen),
      "problems": .texts(problems.map(\.description)),
    ]
  }

  /// Reads the vocabularies of a new build.
  private func readVocabularies() async throws {
    guard let current = host.build, current != build else { return }
    let answer = try await host.answer(to: HostRequest())
    build = current
    problems = answer.diagnostics
    if problems.isEmpty { service.vocabularies = answer.vocabularies ?? [] }
  }

  private func run(_ paths: [String]) async throws -> String {
    let paths = paths.isEmpty ? service.folder.find([]).paths : paths
    let answer = try await host.answer(to: HostRequest(run: HostRequest.Run(paths: paths)))
    if let obstacle = answer.obstacle { throw Failure(obstacle) }
    return try answer.page
  }

  private func open(_ path: String) throws -> Value {
    guard let bytes = FileManager.default.contents(atPath: "\(service.root)/\(path)") else {
      throw Failure("\"\(path)\" is not there any more", .notFound)
    }
    return ["text": .text(Self.pageText(bytes))]
  }

  private func change(_ path: String, _ text: String) async throws -> String {
    try await readVocabularies()
    update(path, text)
    let said = service.language(of: path, at: 0).translation
    var answer = HostAnswer()
    var end: Value = .absent
    do {
      answer = try await host.answer(to: .run(path, service.readableText(of: path) ?? text))
      if let reason = answer.obstacle { end = .text(said(reason)) }
    } catch let ended as HostProcess.Ended {
      end = .text(said(ended.description))
    }
    // While it ran, another page may have sent its own text of the story.
    let source = SourceFile(path: path, text: text)
    if service.source(of: path)?.bytes.elementsEqual(source.bytes) != true {
      update(path, text)
    }
    let found = service.diagnostics(of: path, planned: answer.diagnostics)
    let values: [Value] = found.map { diagnostic in
      guard case .mapping(let pairs) = diagnostic.value(in: source) else { return .absent }
      return .mapping(
        pairs + [
          Value.Pair("corrections", .texts(service.corrections(of: diagnostic, in: path))),
          Value.Pair("proposal", diagnostic.proposal.map { Value.text($0.code) } ?? .absent),
        ])
    }
    let outline = Value.list(service.outline(of: path).map(\.listed))
    return """
      {"diagnostics":\(try Value.list(values).json()),"end":\(try end.json()),\
      "outline":\(try outline.json()),"page":\(try answer.page)}
      """
  }

  private func completions(_ path: String, _ request: Value) throws -> Value {
    try update(path, request)
    guard let source = service.source(of: path) else { return .list([]) }
    let offset = source.offset(of: request["position"])
    let (all, start) = service.completions(in: path, at: offset)
    let range: Value = [
      "start": source.value(ofOffset: start), "end": source.value(ofOffset: offset),
    ]
    return .list(
      all.enumerated().map { $1.value(replacing: range, order: $0, hasSnippets: false) })
  }

  private func sentences(_ path: String, _ request: Value) throws -> Value {
    try update(path, request)
    return .list(
      service.sentences(ofScenarioAt: request["scenario"]?.number ?? 0, in: path).map { sentence in
        [
          "kind": .text(sentence.kind.rawValue), "text": .text(sentence.text),
          "isPause": .bool(sentence.isPause), "takesData": .bool(sentence.takesData),
          "snippet": .text(sentence.snippet), "uses": .texts(sentence.uses),
          "words": .texts(sentence.words),
          "fields": .list(
            sentence.fields.map {
              ["name": .text($0.name), "kind": .text($0.kind), "words": .texts($0.words)]
            }),
        ]
      })
  }

  /// Takes over the text of the page.
  func update(_ path: String, _ request: Value) throws { update(path, try text(request)) }

  func update(_ path: String, _ text: String) {
    service.update(path, text: text, version: (service.version(of: path) ?? 0) + 1)
  }

  private func format(_ path: String, _ request: Value) throws -> Value {
    try update(path, request)
    guard let formatted = service.formatted(path) else {
      throw Failure("a text with errors can't be formatted", .conflict)
    }
    return ["text": .text(formatted)]
  }

  /// The text of a file on the page, where each line ends with LF, as in every text field.
  private static func pageText(_ bytes: Data) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Writes a story, with the ends of lines that its file has.
  ///
  /// - Parameter base: The text that was changed; `nil` for a new file.
  /// - Throws: ``Failure`` with the text that another program has written meanwhile.
  private func save(_ path: String, _ text: String, over base: String?) throws -> Value {
    guard !isReadOnly else { throw Failure("the studio was started with --read-only", .forbidden) }
    let file = "\(service.root)/\(path)"
    do {
      if let base, let old = FileManager.default.contents(atPath: file) {
        let windows = base.replacing("\n", with: "\r\n")
        let lineEnd = base != windows && old.elementsEqual(windows.utf8) ? "\r\n" : "\n"
        let isKnown =
          String(validating: old, as: UTF8.self) != nil
          && Self.pageText(old).utf8.elementsEqual(base.utf8)
        try FileReplacement(file).replace(
          isKnown ? Array(old) : Array(base.utf8),
          with: Array(text.replacing("\n", with: lineEnd).utf8))
      } else {
        try Data(text.utf8).write(to: URL(filePath: file), options: .withoutOverwriting)
      }
    } catch {
      var failure = Failure(
        (error as? Diagnostic)?.message ?? error.localizedDescription, .conflict)
      failure.text = FileManager.default.contents(atPath: file).map(Self.pageText)
      throw failure
    }
    service.close(path)
    return ["seen": .text(seen)]
  }

  /// Waits until files or the build differ from what the page has seen, or some seconds.
  private func wait(_ seen: String?) async throws -> Value {
    for _ in 0..<80 where self.seen == seen { try await Task.sleep(for: .milliseconds(250)) }
    return ["seen": .text(self.seen)]
  }

  /// A text that differs if a file of the stories or the executable has changed.
  private var seen: String {
    var stamps = service.folder.stamps
    stamps[""] = host.build ?? build
    let lines = stamps.map { "\($0.key) \($0.value.numbers)" }.sorted()
    return Fingerprint.of(lines.joined(separator: "\n"))
  }

  private func guide() async throws -> Value {
    try await readVocabularies()
    let files = try service.folder.read().map(\.file)
    let guide = VocabularyGuide(
      to: service.vocabularies,
      uses: SentenceUses(in: files, vocabularies: service.vocabularies.map(\.sentences)),
      language: language)
    return ["html": .text(HTMLGuide(guide).text)]
  }
}

extension Outline {
  /// The title with its line, and the scenarios inside.
  fileprivate var listed: Value {
    [
      "name": .text(title.isEmpty ? "…" : title), "line": .integer(Int64(titleRange.start.line)),
      "scenarios": .list(children.filter { $0.kind == .scenario }.map(\.listed)),
    ]
  }
}
