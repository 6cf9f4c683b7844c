/// Reads the marbles of a timeline's rows.
///
/// A column is a character; blanks take none and only group columns for the eye. Letters and digits
/// name values: of several letters in a row, the longest name that `values` has is taken, which
/// begins in the column of its first letter and has those of the others to itself.
struct MarbleReader {
  /// What was read of one row.
  struct Reading {
    var cells: [Timeline.Cell] = []
    var mistakes: [DrawingMistake] = []
  }

  /// What is wrong with a stretch of a row.
  struct DrawingMistake {
    var message: String
    var range: SourceRange
    var remedies: [String] = []
  }

  /// The names that rows have used so far.
  private(set) var used: Set<String> = []

  /// Whether at least one row was read and all of them to their ends, so that what none of them
  /// uses is unused.
  var isComplete: Bool { rowCount > 0 && !hasMissed }

  private var rowCount = 0
  private var hasMissed = false

  private let names: [String]
  private let longestFirst: [[Character]]
  private let source: SourceFile

  /// Whether a letter that no value is called is a mistake.
  private let knowsValues: Bool

  /// Reads rows with values; `nil` where these can't be read, so that any letter may be one.
  init(values: [Timeline.NamedValue]?, source: SourceFile) {
    names = values?.map(\.name) ?? []
    knowsValues = values != nil
    longestFirst = names.map(Array.init).sorted { $0.count > $1.count }
    self.source = source
  }

  /// Takes note of a row that can't be read.
  mutating func missedRow() { hasMissed = true }

  /// Reads the text of a row.
  ///
  /// Whether a letter of an act that no value is called needs to be one is for the act to say;
  /// that of a check does.
  mutating func read(_ text: String, at range: SourceRange, isCheck: Bool) -> Reading {
    rowCount += 1
    let places = Places(of: text, at: range, in: source)
    let characters = Array(text)
    var reading = Reading()
    var unknown: Set<String> = []
    var end: SourceRange?
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let range = places.range(at: index)
      if character.isWhitespace {
        index += 1
        continue
      }
      if let end, character != "-" {
        reading.mistakes.append(
          DrawingMistake(
            message: "nothing can come behind \"|\", where the row ends", range: range,
            remedies: ["Take away what follows it, or the \"|\" in column \(column(of: end))."]))
        hasMissed = true
        return reading
      }
      var name = [character]
      var mark: Timeline.Mark?
      if let known = knownName(in: characters, at: index) {
        name = known
        mark = .value(String(known))
        used.insert(String(known))
      } else if character == "#" {
        mark = .error
      } else if character == "|" {
        mark = .end
        end = range
      } else if character.isMarbleLetter {
        mark = .value(String(character))
        if isCheck, knowsValues, unknown.insert(String(character)).inserted {
          reading.mistakes.append(
            DrawingMistake(
              message: "no value is called \"\(character)\"", range: range, remedies: [defined]))
        }
      } else if character != "-" {
        reading.mistakes.append(
          DrawingMistake(
            message: "\"\(character)\" has no meaning in a row of a timeline", range: range,
            remedies: [
              "A row has \"-\" for nothing, letters and digits for values, \"#\" and \"|\"."
            ]))
      }
      for (offset, letter) in name.enumerated() {
        reading.cells.append(
          Timeline.Cell(
            letter, mark: offset == 0 ? mark : nil, range: places.range(at: index + offset)))
      }
      index += name.count
    }
    return reading
  }

  /// Which values there are, as a remedy.
  private var defined: String {
    names.isEmpty
      ? "Define it beside \"step\": values: { t: true, f: false }"
      : "Defined in \"values\": \(names.joined(separator: ", "))"
  }

  private func knownName(in characters: [Character], at index: Int) -> [Character]? {
    longestFirst.first { characters[index...].starts(with: $0) }
  }

  private func column(of range: SourceRange) -> Int { range.start.column }

  /// Where each character of a text stands in the file.
  private struct Places {
    private let whole: SourceRange
    /// Where each character begins, and the last one ends; empty where the file has another text.
    private var starts: [Position] = []

    init(of text: String, at range: SourceRange, in source: SourceFile) {
      whole = range
      let start = range.start.offset
      let end = min(range.end.offset, source.bytes.count)
      let written = start < end ? source.bytes[start..<end] : []
      let quote = written.first == UInt8.ascii("\"") || written.first == UInt8.ascii("'") ? 1 : 0
      // An escaped or folded text has other characters than the file.
      guard written.dropFirst(quote).dropLast(quote).elementsEqual(text.utf8) else { return }
      // Counted on from the start, because finding a position anew reads the line from its start.
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
