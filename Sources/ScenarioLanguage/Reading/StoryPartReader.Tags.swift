extension StoryPartReader {
  /// Reads the tags in `tags:`: a list of words, or a single word.
  func tags(of field: Field) -> [Text] {
    switch field.value.content {
    case .scalar:
      guard let text = text(of: field) else { return [] }
      return tag(text).map { [$0] } ?? []
    case .sequence(let nodes):
      var (tags, seen): ([Text], Set<String>) = ([], [])
      for node in nodes {
        guard let string = node.text else {
          report("a tag is a word, but this is \(node.kindName)", at: beginning(of: node))
          continue
        }
        let tag = tag(Text(string.trimmed, range: node.range), isInList: true)
        if let tag, seen.insert(tag.string).inserted { tags.append(tag) }
      }
      return tags
    case .mapping:
      return report(
        "\"tags\" is a list of words, but this is a mapping", at: beginning(of: field.value),
        hints: ["Write them in brackets: [smoke, slow]"]) ?? []
    }
  }

  private func tag(_ text: Text, isInList: Bool = false) -> Text? {
    let word = text.string.hasPrefix("@") ? text.string.dropFirst() : text.string[...]
    let words = word.split { $0.isWhitespace || $0 == "," }.map { $0.drop { $0 == "@" } }
    if words.isEmpty || ["~", "null"].contains(word) {
      report("a tag is a word, but this is empty", at: text.range)
    } else if words.count > 1 || words[0].count != word.count {
      let list = didYouMean("[\(words.joined(separator: ", "))]")
      report(
        "a tag is one word, without spaces and commas", at: text.range,
        hints: words.count < 2 ? [] : [isInList ? "Write each tag as an item of its own." : list])
    } else if ["and", "or", "not"].contains(word) {
      report(
        "a tag can't be called \"\(word)\", which is an operator for selecting scenarios by tags",
        at: text.range)
    } else {
      return Text(String(word), range: text.range)
    }
    return nil
  }
}
