/// What libyaml reports while it reads a text, with the stretch of text that it stands for.
struct YAMLEvent: Sendable {
  /// What is reported.
  enum Kind: Sendable {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(String, Node.Style, Properties)
    case sequenceStart(Properties)
    case sequenceEnd
    case mappingStart(Properties)
    case mappingEnd
  }

  /// What may stand in front of a value.
  struct Properties: Sendable {
    /// The name behind `&`.
    var anchor: String?
    /// The tag as libyaml has resolved it: with its handle spelt out, if it has one.
    var tag: String?
    /// Whether a list or mapping is written in brackets.
    var isFlow = false
  }

  /// What is reported.
  var kind: Kind

  /// Where it begins, in Unicode scalars from the start of the text.
  var start: Int

  /// Where it ends, in Unicode scalars from the start of the text.
  var end: Int
}

/// Why libyaml can't read a text any further, in its own words.
struct YAMLSyntaxError: Error, Sendable {
  /// What is wrong, such as `did not find expected key`.
  var problem: String

  /// Where, in Unicode scalars from the start of the text.
  var index: Int

  /// What libyaml was about to read, such as `while parsing a block mapping`.
  var context: String?

  /// Where that began, in Unicode scalars from the start of the text.
  var contextIndex: Int?
}
