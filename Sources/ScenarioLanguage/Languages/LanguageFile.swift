import CResources
import DisplayText
import Foundation

/// A file with the words of one language.
///
/// Each part of a file is read when it is needed, so that stories in English do not wait for the
/// words of others.
struct LanguageFile: Sendable {
  /// A part of the file.
  enum Part: String, CaseIterable {
    case keywords, units, sentences, starter, hints, opposites
    case otherKeys = "other keys"
    case page, studio, messages, earlier
  }

  /// All languages: English first, then the others in the order of their codes.
  static let all: [LanguageFile] = {
    var files: [LanguageFile] = []
    var next = language_files()
    while let code = next.pointee.code, let text = next.pointee.text {
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      files.append(LanguageFile(code: String(cString: code), bytes: Array(bytes)))
      next += 1
    }
    return files
  }()

  /// The language's code, such as `de`.
  let code: String

  private let source: SourceFile

  /// The offset of the heading of each part, and that of the part after it.
  private let offsets: [String: Range<Int>]

  /// The parts read so far.
  private let tables = Cache<Part, [String: [String]]>()

  /// Creates the file of a language.
  init(code: String, bytes: [UInt8]) {
    self.code = code
    source = SourceFile(path: "\(code).yaml", bytes: bytes)
    let headings = source.lineStarts.filter { start in
      start < bytes.count && (UInt8.ascii("a") ... .ascii("z")).contains(bytes[start])
    }
    var offsets: [String: Range<Int>] = [:]
    for (start, end) in zip(headings, headings.dropFirst() + [bytes.count]) {
      let name = bytes[start..<end].prefix { $0 != .ascii(":") }
      offsets[String(decoding: name, as: UTF8.self)] = start..<end
    }
    self.offsets = offsets
  }

  /// Returns the names in a part with their words, in the order of the file.
  func words(in part: Part) -> [(name: String, words: [String])] {
    guard let range = offsets[part.rawValue] else { return [] }
    let lines = SourceFile(path: source.path, bytes: Array(source.bytes[range]))
    let node = YAMLReader(reading: lines).documents.first?.entries?.first?.value
    return node?.entries?.compactMap { entry in
      entry.key.text.map { ($0, entry.value.items?.compactMap(\.text) ?? [entry.value.text ?? ""]) }
    } ?? []
  }

  /// Returns the words in a part by their names.
  func table(of part: Part) -> [String: [String]] {
    tables.value(of: part) {
      Dictionary(words(in: part).map { ($0.name, $0.words) }) { first, _ in first }
    }
  }
}
