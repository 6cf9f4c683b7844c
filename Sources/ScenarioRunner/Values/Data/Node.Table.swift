import ScenarioLanguage

extension Node {
  /// The rows of a list that is written as a table, each as a mapping: `{ columns: [name, age],
  /// rows: [[Ann, 3], [Bo, 5]] }`, in any language of stories; `nil` where the node is no table.
  ///
  /// Throws a mistake at a row that has not as many values as there are columns.
  func tableRows() throws(DataMistake) -> [Node]? {
    // The words of other languages are looked at last: few mappings come so far.
    guard tag == nil, case .mapping(let entries) = content, entries.count == 2,
      case .sequence(let names) = entries[0].value.content,
      case .sequence(let items) = entries[1].value.content,
      names.allSatisfy({ $0.text != nil }), entries[0].key.means("columns"),
      entries[1].key.means("rows")
    else { return nil }
    var result: [Node] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard case .sequence(let cells) = item.content, cells.count == names.count else {
        var found = item.foundInWords
        if case .sequence(let cells) = item.content { found = "this has \(cells.count)" }
        throw DataMistake(
          "a row has a value for each of the \(names.count) columns, but \(found)", at: item.range)
      }
      let pairs = zip(names, cells).map { Node.Entry(key: $0, value: $1) }
      result.append(Node(.mapping(pairs), range: item.range))
    }
    return result
  }

  /// Whether the node is a word of the scenario language, be it in English or not.
  private func means(_ name: String) -> Bool {
    text.map { $0 == name || StoryLanguage.allWords(for: name).contains($0) } ?? false
  }
}
