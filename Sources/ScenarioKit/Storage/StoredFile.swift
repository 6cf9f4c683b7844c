import DisplayText
import Foundation
import ScenarioLanguage

/// The content of a file that the app finds: a text, or a mapping with one of the keys of ``Keys``.
struct StoredFile: SentenceData, StoredData {
  private struct Keys: Decodable {
    var text: String?
    var json: Node?
    var base64: Node?
    var file: Node?
  }

  let range: SourceRange
  private let node: Node
  private var path: StoredPath?
  private var content = Data()

  init(from decoder: any Decoder) throws {
    node = try decoder.singleValueContainer().decode(Node.self)
    range = node.range
  }

  mutating func prepare(in folder: StoryFolder, for sentence: DataSentence) throws {
    path = sentence.values.first as? StoredPath
    content = try content(in: folder)
  }

  private func content(in folder: StoryFolder) throws -> Data {
    if let scalar = node.scalar, !scalar.isNull, node.ownTag == nil {
      return Data(scalar.text.utf8)
    }
    guard let entries = node.entries, entries.count == 1 else {
      let found: Message? = node.entries.map { "this has \(Message.counted($0.count, "key"))" }
      throw DataError(
        "a file is a text, or has one of \"text\", \"json\", \"base64\" and \"file\", but "
          + "\(found ?? node.foundInWords)", at: range,
        hints: ["Examples: Hello, { json: { count: 2 } }, { file: fixtures/a.png }"])
    }
    let keys = try NodeDecoder().decode(Keys.self, from: node)
    return try folder.content(
      file: keys.file, json: keys.json, base64: keys.base64, text: keys.text)
  }

  func contradiction(to earlier: any StepData) -> Contradiction? {
    guard let earlier = earlier as? StoredFile, let path,
      path.description == earlier.path?.description, content != earlier.content
    else { return nil }
    return Contradiction(
      "the file \(quoted: path.description) already has another content",
      hints: ["Remove one of the two."])
  }

  func store() throws {
    guard let url = try path?.url else { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: url)
  }

  /// Returns the content of a file; `nil` if there is none, as expected.
  static func shown(
    at path: StoredPath, for expected: [ExpectedValue]
  ) throws -> ShownContent<ContentParts>? {
    let url = try path.url
    guard let isFolder = FileManager.default.isFolder(atPath: url.path) else {
      if expected.allSatisfy({ $0.matches(.absent) }) { return nil }
      let files = try StoredPath.all()
      throw CheckFailure(
        "there is no file \"\(path)\"",
        details: files.isEmpty
          ? ["The app has saved no files."] : ["Files: "] + [Message](verbatim: files))
    }
    guard !isFolder else { throw CheckFailure("\"\(path)\" is a folder, not a file") }
    let data = try Data(contentsOf: url)
    let text = String(data: data, encoding: .utf8)
    return ShownContent(
      ContentParts(of: data, text: text, for: expected),
      line: text ?? counted(data.count, "byte"), for: expected)
  }
}

extension StoredFile: ShapedData {
  static var shape: DataShape {
    .either([
      .text,
      .mapping([
        .init("text", .text), .init("json", .anything), .init("base64", .text),
        .init("file", .text),
      ]),
    ])
  }
}
