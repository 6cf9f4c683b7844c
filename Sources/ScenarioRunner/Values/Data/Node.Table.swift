import ScenarioLanguage

extension Node {
  /// The rows of a list that is written as a table, each as a mapping: `{ columns: [name, age],
  /// rows: [[Ann, 3], [Bo, 5]] }`, in any language of stories; `nil` where the node is no table.
  ///
  /// Throws a mistake at a row that has not as many values as there are columns.
  func tableRows() throws(DataMistake) -> [Node]? {
    // The words of other languages are looked at last: few mappings come so far.
    guard tag == nil, let entries, let columns = entries.first, let names = columns.value.items,
      entries.count == 2, let rows = entries.dropFirst().first, let items = rows.value.items,
      names.allSatisfy({ $0.text != nil }), columns.key.means("columns"), rows.key.means("rows")
    else { return nil }
    var result: [Node] = []
    result.reserveCapacity(items.count)
    for item in items {
      guard let cells = item.items, cells.count == names.count else {
        let found = item.items.map { "this has \($0.count)" } ?? item.foundInWords
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
