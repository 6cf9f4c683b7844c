/// Reads the marbles of a timeline's rows.
///
/// Each character is a column. Spaces take no column and only group columns visually. Letters and
/// digits name values. In a sequence of letters, the longest name from `values` is used. It begins
/// in the column of its first letter and occupies the columns of the others.
struct MarbleReader {
  /// The result of reading a row.
  typealias Reading = (cells: [Timeline.Cell], problems: [Problem])

  /// The value names used in rows so far.
  private(set) var used: Set<String> = []

  /// Whether a row was not read completely, so that it may use other values.
  var hasMissed = false

  private let names: [String]
  private let longestFirst: [[Character]]
  private let source: SourceFile

  /// Whether a letter without a value is an error.
  private let knowsValues: Bool

  /// Creates a reader for rows with values; `nil` if the values are invalid, so that any letter may
  /// be valid.
  init(values: [NamedValue]?, source: SourceFile) {
    names = values?.map(\.name) ?? []
    knowsValues = values != nil
    longestFirst = names.map(Array.init).sorted { $0.count > $1.count }
    self.source = source
  }

  /// Reads the text of a row.
  ///
  /// Reports a letter without a value only in a check. An act decides itself whether it needs a
  /// value.
  mutating func read(_ text: String, at range: SourceRange, isCheck: Bool) -> Reading {
    let (locations, characters) = (Locations(of: text, at: range, in: source), Array(text))
    var reading: Reading = ([], [])
    var (unknown, end, index): (Set<String>, SourceRange?, Int) = ([], nil, 0)
    while index < characters.count {
      let (character, range) = (characters[index], locations.range(at: index))
      if character.isWhitespace {
        index += 1
        continue
      }
      if let end, character != "-" {
        reading.problems.append(
          Problem(
            message: "nothing can follow \"|\", which ends the row", range: range,
            hints: ["Remove the text after it, or the \"|\" in column \(end.start.column)."]))
        hasMissed = true
        return reading
      }
      var name = [character]
      var mark: Timeline.Mark?
      if let known = longestFirst.first(where: { characters[index...].starts(with: $0) }) {
        name = known
        mark = .value(String(known))
        used.insert(String(known))
      } else if character == "#" {
        mark = .error
      } else if character == "|" {
        (mark, end) = (.end, range)
      } else if character.isMarbleLetter {
        mark = .value(String(character))
        if isCheck, knowsValues, unknown.insert(String(character)).inserted {
          reading.problems.append(
            Problem(message: "no value is called \"\(character)\"", range: range, hints: [defined]))
        }
      } else if character != "-" {
        reading.problems.append(
          Problem(
            message: "\"\(character)\" isn't allowed in \("a row of a timeline")", range: range,
            hints: [
              "A row has \"-\" for nothing, letters and digits for values, \"#\" and \"|\"."
            ]))
      }
      for (offset, letter) in name.enumerated() {
        reading.cells.append(
          Timeline.Cell(
            character: letter, mark: offset == 0 ? mark : nil,
            range: locations.range(at: index + offset)))
      }
      index += name.count
    }
    return reading
  }

  /// A hint that lists the defined values.
  private var defined: Message {
    names.isEmpty
      ? "Define it next to \"step\": values: { t: true, f: false }"
      : "Defined in \"values\": \(names.joined(separator: ", "))"
  }

  /// The position of each character of a text in the file.
  private struct Locations {
    private let whole: SourceRange
    /// The start of each character and the end of the last; empty if the row has escapes.
    private var starts: [Position] = []

    init(of text: String, at range: SourceRange, in source: SourceFile) {
      whole = range
      let (start, end) = (range.start.offset, min(range.end.offset, source.bytes.count))
      let written = start < end ? source.bytes[start..<end] : []
      let quote = written.first == UInt8.ascii("\"") || written.first == UInt8.ascii("'") ? 1 : 0
      // An escaped or folded text differs from the file's characters.
      guard written.dropFirst(quote).dropLast(quote).elementsEqual(text.utf8) else { return }
      // Computed incrementally, because finding a position reads the line from its start.
      var position = range.start
      position.column += quote
      position.offset += quote
      for character in text {
        starts.append(position)
        position.column += character.unicodeScalars.count
        position.offset += character.utf8.count
      }
      starts.append(position)
    }

    func range(at index: Int) -> SourceRange {
      guard index + 1 < starts.count else { return whole }
      return SourceRange(start: starts[index], end: starts[index + 1])
    }
  }
}

extension Character {
  /// Whether the character can name a value of a timeline.
  var isMarbleLetter: Bool { isLetter || isNumber }
}
