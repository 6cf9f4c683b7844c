import DisplayText
import ScenarioLanguage

/// The keys of one mapping that a type has requested.
///
/// A type may open one mapping several times, itself and through the types that it contains. If an
/// inner type reads the same mapping, `parent` is the record of the outer type.
final class AskedKeys {
  private let parent: AskedKeys?
  /// The maximum number of keys for a linear search.
  private static let few = 16

  private var asked: [String] = []
  /// The same keys as a set; empty while there are few.
  private var askedSet: Set<String> = []
  private var recognises: [(String) -> Bool] = []

  init(within parent: AskedKeys?) { self.parent = parent }

  func open<Key: CodingKey>(_ type: Key.Type) { recognises.append { Key(stringValue: $0) != nil } }

  func ask(_ key: String) {
    guard !wasAsked(key) else { return }
    asked.append(key)
    if !askedSet.isEmpty {
      askedSet.insert(key)
    } else if asked.count > Self.few {
      askedSet = Set(asked)
    }
  }

  /// Throws an error at the first key that no type has requested.
  func refuseUnknown(in node: Node) throws(DataError) {
    guard !recognises.isEmpty, let entries = node.entries else { return }
    if let entry = entries.first(where: { !isAsked($0.key.text ?? "") }) {
      throw unknown(entry.key, in: Array(entries))
    }
    // Keys that an inner type has read count as requested by the outer type.
    asked.forEach { parent?.ask($0) }
  }

  /// Returns the error for a missing key, which points at a misspelled key if there is one.
  func missing(_ key: String, in node: Node) -> DataError {
    if let entries = node.entries {
      let strangers = entries.filter { entry in
        guard let text = entry.key.text, !isAsked(text) else { return false }
        return !recognises.contains { $0(text) }
      }
      let names = strangers.compactMap(\.key.text)
      let nearest = NearestText.suggestions(for: key, among: names, limit: 1).first
      // The only unknown key is probably the missing one.
      if let meant = nearest ?? (names.count == 1 ? names.first : nil),
        let entry = strangers.first(where: { $0.key.text == meant })
      {
        return DataError(
          "unknown key \(quoted: meant)", at: entry.key.range, hints: [didYouMean(key)])
      }
    }
    return DataError("\(quoted: key) is missing", at: node.range)
  }

  /// Returns the error for a mapping whose only key must be the name of a case.
  func noSingleCase(in node: Node) -> DataError {
    guard let entries = node.entries else {
      return DataError("expected \("a mapping"), but \(node.foundInWords)", at: node.range)
    }
    let stranger = entries.first { entry in !recognises.contains { $0(entry.key.text ?? "") } }
    if let stranger { return unknown(stranger.key, in: []) }
    return DataError("expected exactly one key, but found \(entries.count)", at: node.range)
  }

  private func isAsked(_ key: String) -> Bool { wasAsked(key) || parent?.isAsked(key) == true }

  private func wasAsked(_ key: String) -> Bool {
    askedSet.isEmpty ? asked.contains(key) : askedSet.contains(key)
  }

  private func unknown(_ key: Node, in entries: [Node.Entry]) -> DataError {
    let name = key.text ?? key.notation
    let present = Set(entries.compactMap(\.key.text))
    let absent = asked.filter { !present.contains($0) }
    let nearest = NearestText.suggestions(for: name, among: absent, limit: 1)
    return DataError(
      "unknown key \(quoted: name)", at: key.range,
      hints: DataError.hints(for: name, among: nearest.isEmpty ? asked : absent, called: "keys"))
  }
}
