/// What is wrong at a place where YAML can't be read any further, in an author's words, and how to
/// read on behind it.
struct SyntaxDiagnosis {
  /// A change to the text that lets what follows be read.
  enum Mend: Hashable {
    /// A line, from index 0, gets another indentation.
    case indent(line: Int, to: Int)
    /// A line, from index 0, gets some ASCII characters in front of one of its bytes.
    case insert(String, line: Int, at: Int)
    /// A line, from index 0, gets a colon at one of its bytes, and is blanked out behind it.
    case colon(line: Int, at: Int)
    /// A line, from index 0, is blanked out from one of its bytes on.
    case blank(line: Int, from: Int)
  }

  /// What is wrong.
  var message: String

  /// The stretch that is meant.
  var range: SourceRange

  /// What to do about it.
  var remedies: [String]

  /// How to read on.
  var mends: [Mend]

  /// Whether this is about how lines stand below each other, so that a mend above may be to blame
  /// for it.
  var isAboutLayout = false
}
