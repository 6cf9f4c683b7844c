import ScenarioLanguage

/// The keys of one mapping that a type has asked for.
///
/// A type may open one mapping several times, itself and through the types it is made of; `parent`
/// is the record of the outer type where an inner one reads the same mapping.
final class AskedKeys {
  private let parent: AskedKeys?
  /// The most keys that are searched one after the other.
  private static let few = 16

  private var asked: [String] = []
  /// They again, once there are many.
  private var askedSet: Set<String> = []
  private var recognises: [(String) -> Bool] = []

  init(within parent: AskedKeys?) { self.parent = parent }

  func open<Key: CodingKey>(_ type: Key.Type) {
    recognises.append { Key(stringValue: $0) != nil }
  }

  func ask(_ key: String) {
    guard !wasAsked(key) else { return }
    asked.append(key)
    if !askedSet.isEmpty {
      askedSet.insert(key)
    } else if asked.count > Self.few {
      askedSet = Set(asked)
    }
  }

  /// Throws at the first key that no type has asked for.
  func refuseUnknown(in node: Node) throws(DataMistake) {
    guard !recognises.isEmpty, let entries = node.entries else { return }
    if let entry = entries.first(where: { !isAsked($0.key.text ?? "") }) {
      throw unknown(entry.key, in: Array(entries))
    }
    // The outer type may ignore keys that an inner type has read.
    asked.forEach { parent?.ask($0) }
  }

  /// The mistake of a key that isn't there: a misspelt one if there is any, or else the missing
  /// one.
  func missing(_ key: String, in node: Node) -> DataMistake {
    if let entries = node.entries {
      let strangers = entries.filter { entry in
        guard let text = entry.key.text, !isAsked(text) else { return false }
        return !recognises.contains { $0(text) }
      }
      let names = strangers.compactMap(\.key.text)
      if let nearest = NearestText.suggestions(for: key, among: names, limit: 1).first,
        let entry = strangers.first(where: { $0.key.text == nearest })
      {
        return DataMistake(
          "unknown key \(Notation.quoted(nearest))", at: entry.key.range,
          remedies: ["Did you mean: \(key)"])
      }
    }
    return DataMistake("\(Notation.quoted(key)) is missing", at: node.range)
  }

  /// The mistake of a mapping whose one key had to name a case.
  func noSingleCase(in node: Node) -> DataMistake {
    guard let entries = node.entries else {
      return DataMistake("expected a mapping, but \(node.foundInWords)", at: node.range)
    }
    let stranger = entries.first { entry in !recognises.contains { $0(entry.key.text ?? "") } }
    if let stranger { return unknown(stranger.key, in: []) }
    return DataMistake("expected exactly one key, but there are \(entries.count)", at: node.range)
  }

  private func isAsked(_ key: String) -> Bool {
    wasAsked(key) || parent?.isAsked(key) == true
  }

  private func wasAsked(_ key: String) -> Bool {
    askedSet.isEmpty ? asked.contains(key) : askedSet.contains(key)
  }

  private func unknown(_ key: Node, in entries: [Node.Entry]) -> DataMistake {
    let name = key.text ?? key.notation
    let present = Set(entries.compactMap(\.key.text))
    let absent = asked.filter { !present.contains($0) }
    let nearest = NearestText.suggestions(for: name, among: absent, limit: 1)
    return DataMistake(
      "unknown key \(Notation.quoted(name))", at: key.range,
      remedies: DataMistake.remedies(
        for: name, among: nearest.isEmpty ? asked : absent, called: "keys"))
  }
}
