import Foundation
import HTTPTypes
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Synchronization

/// The answers of `scenarios studio` to its page.
///
/// No code of the app runs in this process; ``HostProcess`` has one for that. Requests and answers
/// are JSON. Positions are those of the Language Server Protocol, which count as JavaScript does.
actor Studio: StoryServer {
  let service: LanguageService
  let host: HostProcess
  private let isReadOnly: Bool
  private let lookout: Lookout
  /// The language of the page as it was last read, which no request has to wait for.
  nonisolated let pageLanguage: Mutex<StoryLanguage>
  var build: FileStamp?
  var problems: [Diagnostic] = []
  /// The findings of the last exploration, with the text that it was of.
  var findings: (text: String, list: [Finding]) = ("", [])

  /// - Parameter folder: The path of the folder of stories, as the user wrote it.
  init(folder: String, isReadOnly: Bool) {
    let service = LanguageService(folder: folder, shownAs: folder)
    let host = HostProcess(folder: folder)
    pageLanguage = Mutex(Self.language(of: service))
    lookout = Lookout(folder: service.folder, host: host)
    self.service = service
    (self.host, self.isReadOnly) = (host, isReadOnly)
  }

  /// Returns the JSON that answers a request.
  ///
  /// - Throws: ``RequestFailure`` in the language of the story that the request is about.
  nonisolated func answer(to path: String, _ request: Value) async throws -> String {
    do {
      // Open pages always wait, also while another request is answered.
      if path == "/wait" { return try await wait(request["seen"]?.text).json() }
      return try await result(of: path, request)
    } catch {
      var failure =
        error as? RequestFailure
        ?? (error as? Diagnostic).map { RequestFailure($0.problem, .conflict) }
        ?? RequestFailure("\(error)", .internalServerError)
      failure.words = Message(verbatim: await language(of: request).text(of: failure.words))
      throw failure
    }
  }

  private func result(of path: String, _ request: Value) async throws -> String {
    switch path {
    case "/stories": return try await stories().json()
    case "/find": return try find(request).json()
    case "/run": return try await run(request["paths"]?.elements.compactMap(\.text) ?? [])
    case "/open": return try open(story(request)).json()
    case "/change": return try await change(story(request), try text(request))
    case "/completions": return try completions(updated(request), request).json()
    case "/sentences": return try sentences(updated(request), request).json()
    case "/add": return try change(updated(request), Self.addition(request), request).json()
    case "/move": return try change(updated(request), Self.move(request), request).json()
    case "/step": return try step(updated(request), request).json()
    case "/remove":
      return try change(updated(request), .removeStep(at: request.line), request).json()
    case "/add-scenario": return try addScenario(updated(request), request).json()
    case "/review": return try await review(story(request), request).json()
    case "/explore": return try await explore(updated(request), request).json()
    case "/add-findings": return try addFindings(story(request), request).json()
    case "/ahead": return try await ahead(updated(request), request)
    case "/examples": return try examples(updated(request), request).json()
    case "/format": return try format(updated(request)).json()
    case "/new-story": return try await newStory(story(request), request).json()
    case "/save":
      return try await save(story(request), try text(request), over: request["base"]?.text).json()
    case "/guide":
      try await readVocabularies()
      return try ValueEncoder().encode(guide(in: language).entries(with: [])).json()
    default: throw RequestFailure("there is nothing at \(path)", .notFound)
    }
  }

  /// The language of the page.
  var language: StoryLanguage { Self.language(of: service) }

  private static func language(of service: LanguageService) -> StoryLanguage {
    .ofPage(aboutStoriesIn: service.languages, terminal: .terminal)
  }

  /// Returns the language of the story that a request is about; that of the page if there is none.
  private func language(of request: Value) -> StoryLanguage {
    guard let path = try? story(request), let file = service.source(of: path) else {
      return language
    }
    let line = Int64(max(1, request.scenario)) - 1
    return service.language(
      of: path, at: file.offset(of: ["line": .integer(line), "character": 0]))
  }

  // MARK: - Requests

  /// Returns the path of the story that a request is about.
  func story(_ request: Value) throws -> String { try path(ofStory: request["path"]?.text ?? "") }

  /// Takes over the text of the page, and returns the path of its story.
  private func updated(_ request: Value) throws -> String {
    let path = try story(request)
    update(path, try text(request))
    return path
  }

  func text(_ request: Value) throws -> String {
    guard let text = request["text"]?.text else { throw RequestFailure("the text is missing") }
    return text
  }

  // MARK: - Answers

  /// The paths of the stories in the folder, and why others are left out, such as links out of it.
  private var found: (paths: [String], problems: [Message]) {
    var found: (paths: [String], problems: [Message]) = ([], [])
    for path in service.folder.find([]).paths {
      do { found.paths.append(try self.path(ofStory: path)) } catch {
        found.problems.append((error as? RequestFailure)?.words ?? "\(error)")
      }
    }
    return found
  }

  private func stories() async throws -> Value {
    try await readVocabularies()
    let seen = await lookout.seen()
    let (outlines, language) = (service.outlines, language)
    pageLanguage.withLock { $0 = language }
    let found = found
    let files = found.paths.map { path -> Value in
      ["path": .text(path), "stories": .list((outlines[path] ?? []).map(\.listed))]
    }
    return [
      "folder": .text(service.root), "isReadOnly": .bool(isReadOnly), "files": .list(files),
      "modules": .texts(service.vocabularies.map(\.module)),
      "languages": .texts(StoryLanguage.all.map(\.code)),
      "folders": .mapping(service.foldersOfModules.map { Value.Pair($0, .text($1)) }),
      "seen": .text(seen),
      "problems": .texts(
        problems.map(\.description) + found.problems.map(language.text)),
    ]
  }

  /// Returns the lines of the scenarios that have some words, by their files.
  private func find(_ request: Value) throws -> Value {
    let module = request["module"]?.text ?? ""
    let found = service.stories(
      with: LanguageService.words(in: request["words"]?.text ?? ""),
      module: module.isEmpty ? nil : module)
    let lines = Dictionary(grouping: found, by: \.path).sorted { $0.key < $1.key }
    return [
      "found": .list(
        lines.map { path, stories in
          let lines = stories.flatMap(\.scenarios).map { Value.int($0.line) }
          return ["path": .text(path), "lines": .list(lines)]
        })
    ]
  }

  /// Writes a story with a scenario without steps, unless there is a file already.
  private func newStory(_ path: String, _ request: Value) async throws -> Value {
    let text = LanguageService.newStory(
      request["title"]?.text ?? "", about: request["module"]?.text ?? "",
      scenario: request["scenario"]?.text ?? "",
      in: request["language"]?.text.flatMap(StoryLanguage.named) ?? language)
    do {
      _ = try await save(path, text, over: nil)
      return ["isNew": true]
    } catch let failure as RequestFailure where failure.text != nil { return ["isNew": false] }
  }

  private func run(_ paths: [String]) async throws -> String {
    let paths = try paths.isEmpty ? found.paths : paths.map { try path(ofStory: $0) }
    let answer = try await host.answer(to: HostRequest(run: HostRequest.Run(paths: paths)))
    if let obstacle = answer.obstacle { throw RequestFailure(obstacle) }
    return try answer.page
  }

  private func open(_ path: String) throws -> Value {
    guard let text = savedText(of: path) else {
      throw RequestFailure("\"\(path)\" no longer exists", .notFound)
    }
    return ["text": .text(text)]
  }

  private func change(_ path: String, _ text: String) async throws -> String {
    let results = try await run(text, of: path)
    let language = service.language(of: path, at: 0)
    let end = results.obstacle.map { Value.text(language.text(of: $0)) } ?? .absent
    let source = SourceFile(path: path, text: text)
    let corrections = service.corrections(of: results.diagnostics, in: path)
    let values: [Value] = zip(results.diagnostics, corrections).map { diagnostic, corrections in
      guard case .mapping(let pairs) = diagnostic.value(in: source) else { return .absent }
      return .mapping(
        pairs + [
          Value.Pair("corrections", .texts(corrections)),
          Value.Pair("proposal", diagnostic.proposal.map { Value.text($0.code) } ?? .absent),
        ])
    }
    let outline = Value.list(service.outline(of: path).map(\.listed))
    return """
      {"diagnostics":\(try Value.list(values).json()),"end":\(try end.json()),\
      "outline":\(try outline.json()),"page":\(try results.page)}
      """
  }

  private func completions(_ path: String, _ request: Value) throws -> Value {
    guard let source = service.source(of: path) else { return .list([]) }
    let offset = source.offset(of: request["position"])
    let (all, start) = service.completions(in: path, at: offset)
    let range = source.value(of: start..<offset)
    return .list(all.enumerated().map { $1.value(replacing: range, order: $0, hasSnippets: false) })
  }

  private func sentences(_ path: String, _ request: Value) throws -> Value {
    try ValueEncoder().encode(service.sentences(ofScenarioAt: request.scenario, in: path))
  }

  private func format(_ path: String) throws -> Value {
    guard let formatted = service.formatted(path) else {
      throw RequestFailure("a text with errors can't be formatted", .conflict)
    }
    return ["text": .text(formatted)]
  }

  private func save(_ path: String, _ text: String, over base: String?) async throws -> Value {
    guard !isReadOnly else {
      throw RequestFailure("the studio was started with --read-only", .forbidden)
    }
    try save(text, to: path, over: base)
    return ["seen": .text(await lookout.seen())]
  }

  /// Waits until files or the build differ from what the page has seen, or some seconds.
  nonisolated private func wait(_ seen: String?) async throws -> Value {
    for _ in 0..<80 {
      let now = await lookout.seen(within: Lookout.interval)
      if now != seen { return ["seen": .text(now)] }
      try await Task.sleep(for: Lookout.interval)
    }
    return ["seen": .text(await lookout.seen())]
  }
}

/// Looks at the files of the stories and at the executable, once for all pages that wait.
private actor Lookout {
  static let interval = Duration.milliseconds(250)

  private let folder: ScenariosFolder
  private let host: HostProcess
  /// The last complete build.
  private var build: FileStamp?
  private var last: (seen: String, began: ContinuousClock.Instant)?

  init(folder: ScenariosFolder, host: HostProcess) { (self.folder, self.host) = (folder, host) }

  /// Returns a text that differs if a file or the executable has changed.
  ///
  /// - Parameter age: The time for which an earlier text counts.
  func seen(within age: Duration = .zero) -> String {
    let began = ContinuousClock.now
    if let last, began - last.began < age { return last.seen }
    build = host.build ?? build
    var stamps = folder.stamps
    stamps[""] = build
    let lines = stamps.map { "\($0.key) \($0.value.numbers)" }.sorted()
    let seen = Fingerprint.of(lines.joined(separator: "\n"))
    last = (seen, began)
    return seen
  }
}

extension Outline {
  /// The title with its line, and the scenarios inside.
  fileprivate var listed: Value {
    [
      "name": .text(title.isEmpty ? "…" : title), "line": .int(titleRange.start.line),
      "scenarios": .list(children.filter { $0.kind == .scenario }.map(\.listed)),
    ]
  }
}
