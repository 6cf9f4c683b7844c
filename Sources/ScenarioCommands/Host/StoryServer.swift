import Foundation
import HTTPTypes
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A server that reads, runs and writes the stories of a folder, for a page or for an assistant.
///
/// No code of the app runs in its process; ``HostProcess`` has one for that.
protocol StoryServer: Actor {
  var service: LanguageService { get }
  var host: HostProcess { get }

  /// The build whose vocabularies the service has.
  var build: FileStamp? { get set }

  /// The problems of the step definitions of that build.
  var problems: [Diagnostic] { get set }
}

/// The error for a request that can't be answered.
struct RequestFailure: Error, CustomStringConvertible {
  /// The problem, by which it is translated.
  var words: Message
  var description: String { words.english }
  var status: HTTPResponse.Status

  /// The text that another program has written meanwhile.
  var text: String?

  init(_ words: Message, _ status: HTTPResponse.Status = .badRequest) {
    (self.words, self.status) = (words, status)
  }
}

/// An error of JSON-RPC, as servers on standard output report it.
struct ProtocolError: Error {
  private let code: Int64
  private let message: String
  private let data: Value?

  init(_ code: Int64, _ message: String, data: Value? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  /// Returns the answer to the request with an identifier.
  func answer(to id: Value) -> Value {
    let error = Value(present: ["code": .integer(code), "message": .text(message), "data": data])
    return ["id": id, "error": error]
  }
}

extension Value {
  /// The message of JSON-RPC with these keys.
  var inProtocol: String { (try? (["jsonrpc": "2.0"] as Value).merging(self).json()) ?? "{}" }
}

extension StoryServer {
  /// Returns the path of a story relative to the folder.
  ///
  /// The file need not exist, but a folder above it must.
  ///
  /// - Throws: ``RequestFailure`` for a file outside of the folder, also by a symbolic link.
  func path(ofStory given: String) throws -> String {
    let file = "\(service.root)/\(given)"
    // The folders of a path are created, so it must be one that a person would choose.
    guard let path = service.path(of: file), path == given, given.utf8.count < 512,
      !given.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw RequestFailure(
        "\"\(given.prefix(512))\" is no story in \"\(service.folder.shown(""))\": a path begins there and "
          + "ends in .yaml or .yml, and no name in it begins with a dot", .forbidden)
    }
    var existing = URL(filePath: file)
    // A link without a target exists, too.
    while (try? FileManager.default.attributesOfItem(atPath: existing.path)) == nil {
      existing.deleteLastPathComponent()
    }
    guard let root = realPath(service.root) else {
      throw RequestFailure("\"\(service.folder.shown(""))\" no longer exists", .notFound)
    }
    guard let real = realPath(existing.path), real == root || real.hasPrefix(root + "/") else {
      throw RequestFailure("\"\(given)\" leads out of the folder of stories", .forbidden)
    }
    return path
  }

  private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Reads the vocabularies of a new build.
  func readVocabularies() async throws {
    guard let current = host.build, current != build else { return }
    let answer = try await host.answer(to: HostRequest())
    (build, problems) = (current, answer.diagnostics)
    if problems.isEmpty { service.vocabularies = answer.vocabularies ?? [] }
  }

  /// Returns the guide to the sentences of the app, with examples from the stories.
  func guide(in language: StoryLanguage) throws -> VocabularyGuide {
    if let problem = problems.first { throw problem }
    // In an empty folder, there are no uses yet.
    let files = (try? service.folder.read().map(\.file)) ?? []
    return VocabularyGuide(to: service.vocabularies, usedIn: files, language: language)
  }

  /// Takes over a text of a story.
  func update(_ path: String, _ text: String) {
    service.update(path, text: text, version: (service.version(of: path) ?? 0) + 1)
  }

  /// Runs a text of a story, with the values that the app shows, and takes it over.
  ///
  /// The answer also has the diagnostics that need no host, and the end of the host as an obstacle.
  func run(_ text: String, of path: String) async throws -> HostAnswer {
    try await readVocabularies()
    update(path, text)
    var answer: HostAnswer
    do {
      answer = try await host.answer(to: .run(path, service.readableText(of: path) ?? text))
    } catch let failure as RequestFailure { answer = HostAnswer(obstacle: failure.words) }
    // While it ran, another page may have sent its own text of the story.
    let source = SourceFile(path: path, text: text)
    if service.source(of: path)?.bytes.elementsEqual(source.bytes) != true { update(path, text) }
    answer.diagnostics = service.diagnostics(of: path, planned: answer.diagnostics)
    return answer
  }

  /// Returns for each of some checks whether it would also hold without the last act before it;
  /// nothing for a text to which they can't be added.
  ///
  /// They are added to the text one after the other, and run without the act.
  ///
  /// - Parameters:
  ///   - scenario: The line of the scenario, from 1.
  ///   - row: The index of the example.
  ///   - line: The line of the step after which they go.
  func areUnproven(
    _ checks: [NewStep], in scenario: Int, row: Int, after line: Int?, of path: String,
    _ text: String
  ) async throws -> [Bool] {
    guard let added = (try? adding(checks, to: scenario, after: line, in: path, text)) ?? nil else {
      return []
    }
    let trial = HostRequest.Trial(scenario: added.scenario, line: added.line, count: checks.count)
    let answer = try await host.answer(to: .run(path, added.text, trial: trial))
    let trials = answer.run?.scenarios ?? []
    guard trials.indices.contains(row) else { return [] }
    return trials[row].steps.suffix(checks.count).map { $0.outcome == .passed }
  }

  /// Returns a text with some checks, and the place of the last one.
  private func adding(
    _ checks: [NewStep], to scenario: Int, after line: Int?, in path: String, _ text: String
  ) throws -> LanguageService.ChangedText? {
    update(path, text)
    // Other requests are answered while the trial runs.
    defer { update(path, text) }
    return try checks.reduce(LanguageService.ChangedText?.none) { added, check in
      let last = try service.change(
        scenarioAt: scenario, in: path, .addStep(check, after: added?.line ?? line))
      update(path, last.text)
      return last
    }
  }

  /// The text of a file with lines that end with LF, as in every text field.
  func savedText(of path: String) -> String? {
    FileManager.default.contents(atPath: "\(service.root)/\(path)").map {
      String(decoding: $0, as: UTF8.self).replacing("\r\n", with: "\n")
    }
  }

  /// Writes a story, with the ends of lines that its file has.
  ///
  /// - Parameter base: The text that was changed; `nil` for a new file.
  /// - Throws: ``RequestFailure`` with the text that another program has written meanwhile.
  func save(_ text: String, to path: String, over base: String?) throws {
    let file = "\(service.root)/\(path)"
    let old = base == nil ? nil : FileManager.default.contents(atPath: file)
    if let old, String(validating: old, as: UTF8.self) == nil {
      throw RequestFailure("this file is not UTF-8; save it again with that encoding", .conflict)
    }
    do {
      if let base, let old {
        let windows = base.replacing("\n", with: "\r\n")
        let lineEnd = base != windows && old.elementsEqual(windows.utf8) ? "\r\n" : "\n"
        let isKnown = savedText(of: path)?.utf8.elementsEqual(base.utf8) == true
        try FileReplacement(file).replace(
          isKnown ? Array(old) : Array(base.utf8),
          with: Array(text.replacing("\n", with: lineEnd).utf8))
      } else {
        try Data(text.utf8).write(toNewFile: file)
      }
    } catch {
      var failure = RequestFailure(
        (error as? Diagnostic)?.problem ?? "\(error.localizedDescription)", .conflict)
      failure.text = savedText(of: path)
      throw failure
    }
    service.close(path)
  }
}

extension Value {
  /// The value; `nil` for an empty list or mapping.
  var unlessEmpty: Value? {
    // In an expression, `nil` would be the absent value.
    guard self != .list([]), self != .mapping([]) else { return Value?.none }
    return self
  }
}
