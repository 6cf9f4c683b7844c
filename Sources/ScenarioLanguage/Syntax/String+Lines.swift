extension String {
  /// The text without spaces and tabs at its end.
  var droppingSpacesAtEnd: String {
    let scalars = unicodeScalars
    return scalars.lastIndex { $0 != " " && $0 != "\t" }.map { String(scalars[...$0]) } ?? ""
  }

  /// The lines of the text; a line ends with LF, CR LF, CR or NEL.
  var writtenLines: [String] {
    var (lines, previous): ([String], Unicode.Scalar?) = ([""], nil)
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}": lines.append("")
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return lines
  }
}
