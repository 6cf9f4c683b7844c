import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

/// The answers to requests about documents, as values of the protocol.
struct DocumentAnswers {
  /// A request about an offset of a document.
  typealias Request = (path: String, source: SourceFile, offset: Int, parameters: Value)

  /// The command of code lenses, which runs a story or a scenario.
  static let runCommand = "scenarios.run"

  typealias Answer = @Sendable (DocumentAnswers, Request) throws -> Value

  /// The answers by the methods of their requests.
  static let answers: [String: Answer] = [
    "textDocument/completion": { $0.completions($1) },
    "textDocument/hover": { $0.hover($1) },
    "textDocument/definition": { $0.definition($1) },
    "textDocument/references": { $0.references($1) },
    "textDocument/formatting": { $0.formatting($1) },
    "textDocument/documentSymbol": { $0.symbols($1) },
    "textDocument/prepareRename": { $0.name($1) },
    "textDocument/rename": { try $0.rename($1) },
    "textDocument/codeAction": { $0.actions($1) },
    "textDocument/codeLens": { $0.lenses($1) },
  ]

  let service: LanguageService

  /// The folder of the package.
  let root: String

  let editor: EditorCapabilities

  /// The diagnostics that the editor shows.
  var published: [String: [Diagnostic]] = [:]

  /// The addresses of files as the editor writes them, by their paths.
  var addresses: [String: Value] = [:]

  /// Returns what a request is about; `nil` if it is no story.
  func request(_ parameters: Value) -> Request? {
    guard let path = parameters["textDocument"]?["uri"]?.path.flatMap(service.path),
      let source = service.source(of: path)
    else { return nil }
    let offset = source.offset(of: parameters["position"])
    return (path, source, offset, parameters)
  }

  // MARK: - Locations

  /// Returns the address of a file, as the editor writes it if it is known.
  func address(_ file: String) -> Value { addresses[file] ?? Value(address: file) }

  /// Returns the absolute path of a story.
  func file(_ path: String) -> String { "\(service.root)/\(path)" }

  private var swift: SwiftLocations { SwiftLocations(root: root) }

  private func value(of location: LanguageService.SourceLocation) -> Value {
    ["uri": address(location.file), "range": range(of: location)]
  }

  private func range(of location: LanguageService.SourceLocation) -> Value {
    service.path(of: location.file).flatMap(service.source)?.value(of: location.range)
      ?? location.range.value
  }

  // MARK: - Reading

  private func completions(_ request: Request) -> Value {
    let (all, start) = service.completions(in: request.path, at: request.offset)
    let range = request.source.value(of: start..<request.offset)
    return [
      "isIncomplete": false,
      "items": .list(
        all.enumerated().map {
          $1.value(
            replacing: range, order: $0, hasSnippets: editor.hasSnippets,
            hasMarkdown: editor.hasMarkdownInCompletions)
        }),
    ]
  }

  private func hover(_ request: Request) -> Value {
    service.hover(in: request.path, at: request.offset).map { hover in
      [
        "contents": [
          "kind": editor.hasMarkdownInHovers ? "markdown" : "plaintext", "value": .text(hover.text),
        ],
        "range": request.source.value(of: hover.range),
      ]
    } ?? .absent
  }

  private func definition(_ request: Request) -> Value {
    service.definition(in: request.path, at: request.offset, swift: swift).map(value) ?? .absent
  }

  private func references(_ request: Request) -> Value {
    .list(service.references(in: request.path, at: request.offset).map(value))
  }

  private func symbols(_ request: Request) -> Value {
    .list(service.outline(of: request.path).map { $0.value(in: request.source) })
  }

  private func lenses(_ request: Request) -> Value {
    func lenses(_ outlines: [Outline], _ language: StoryLanguage = .english) -> [Value] {
      outlines.filter { $0.kind != .phrase }.flatMap { outline in
        let isStory = outline.kind == .story
        let language =
          isStory
          ? service.language(of: request.path, at: outline.titleRange.start.offset) : language
        let file = file(request.path)
        let target = isStory ? file : "\(file):\(outline.titleRange.start.line)"
        return [
          [
            "range": request.source.value(of: outline.titleRange),
            "command": [
              "title": .text(language.text(of: isStory ? "Run story" : "Run scenario")),
              "command": .text(Self.runCommand), "arguments": .texts([target]),
            ],
          ]
        ] + lenses(outline.children, language)
      }
    }
    return .list(lenses(service.outline(of: request.path)))
  }

  // MARK: - Changes

  private func formatting(_ request: Request) -> Value {
    guard let text = service.formatted(request.path) else { return .absent }
    guard !text.utf8.elementsEqual(request.source.bytes) else { return .list([]) }
    let whole = request.source.value(of: 0..<request.source.bytes.count)
    return .list([["range": whole, "newText": .text(text)]])
  }

  private func name(_ request: Request) -> Value {
    service.name(in: request.path, at: request.offset).map { name in
      ["range": request.source.value(of: name.range), "placeholder": .text(name.name)]
    } ?? .absent
  }

  private func rename(_ request: Request) throws -> Value {
    let edits = try service.rename(
      in: request.path, at: request.offset, to: request.parameters["newName"]?.text ?? "",
      swift: swift)
    let files = Dictionary(grouping: edits, by: \.location.file).sorted { $0.key < $1.key }
    return changes(
      files.map { file, edits in
        (file, edits.map { ["range": range(of: $0.location), "newText": .text($0.text)] })
      })
  }

  private func actions(_ request: Request) -> Value {
    let (path, source) = (request.path, request.source)
    let range = request.parameters["range"]
    let (start, end) = (source.offset(of: range?["start"]), source.offset(of: range?["end"]))
    let title = service.language(of: path, at: start).text(of: "Change to:")
    let found = (published[path] ?? []).filter { diagnostic in
      guard let location = diagnostic.location?.range else { return false }
      return location.start.offset <= end && start <= location.end.offset
    }
    let corrections = service.corrections(of: found, in: path)
    let actions = zip(found, corrections).flatMap { diagnostic, corrections -> [Value] in
      guard let location = diagnostic.location?.range else { return [] }
      return corrections.map { text in
        [
          "title": .text("\(title) \(text)"), "kind": "quickfix",
          "diagnostics": .list([diagnostic.value(in: source)]),
          "edit": changes([
            (file(path), [["range": source.value(of: location), "newText": .text(text)]])
          ]),
        ]
      }
    }
    return .list(actions)
  }

  private func changes(_ edits: [(file: String, edits: [Value])]) -> Value {
    ["changes": .mapping(edits.map { Value.Pair(address($0.file).text ?? "", .list($0.edits)) })]
  }
}

/// The capabilities that an editor announces.
struct EditorCapabilities {
  /// Whether it fills in blanks of completions.
  let hasSnippets: Bool

  /// Whether it shows Markdown beside completions.
  let hasMarkdownInCompletions: Bool

  /// Whether it shows Markdown in hovers.
  let hasMarkdownInHovers: Bool

  /// - Parameter value: The capabilities in the protocol.
  init(_ value: Value?) {
    let text = value?["textDocument"]
    let item = text?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"] == .bool(true)
    hasMarkdownInCompletions = item?["documentationFormat"]?.elements.contains("markdown") == true
    // Editors that announce no format show Markdown, at worst as plain text.
    hasMarkdownInHovers = text?["hover"]?["contentFormat"]?.elements.contains("markdown") ?? true
  }
}
