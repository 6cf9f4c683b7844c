/// A generator of random layouts for a formatted story.
///
/// It changes indentation, spaces, line breaks and empty lines. The same seed gives the same layout.
struct LayoutMangler {
  private var state: UInt64

  /// The old and new indentations of the levels that contain a line.
  private var levels: [(old: Int, new: Int)] = []
  private var textLevel: (old: Int, new: Int)?
  /// The indentation of the line that introduces the current text block.
  private var textParent: Int?

  init(seed: UInt64) { state = seed }

  mutating func mangle(_ text: String) -> String {
    let ending = chance(3) ? "\r\n" : "\n"
    var result = chance(4) ? "\u{FEFF}" : ""
    if chance(3) { result += ending }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      for part in mangle(line: String(line)) { result += part + ending }
    }
    return result + (chance(3) ? ending + ending : "")
  }

  private mutating func mangle(line: String) -> [String] {
    let rest = String(line.drop { $0 == " " })
    let old = line.count - rest.count
    if rest.isEmpty {
      guard textParent == nil else { return [""] }
      return Array(repeating: chance(2) ? "" : "   ", count: 1 + below(3))
    }
    if let textParent {
      if old > textParent { return [mangle(textLine: rest, old: old)] }
      self.textParent = nil
      textLevel = nil
    }
    let new = indentation(of: old, isItem: rest.hasPrefix("- "))
    if rest == "---" || rest.hasPrefix("#") { return [spaces(new) + rest + tail()] }
    guard rest.hasPrefix("- ") else {
      return [spaces(new) + mangle(sentence: rest, at: old) + tail()]
    }
    // The keys of an item are indented relative to its dash.
    let gap = 1 + below(3)
    levels.append((old + 2, new + 1 + gap))
    let sentence = mangle(sentence: String(rest.dropFirst(2)), at: old + 2)
    return [spaces(new) + "-" + spaces(gap) + sentence + tail()]
  }

  private mutating func mangle(textLine rest: String, old: Int) -> String {
    let level = textLevel ?? (old, (levels.last?.new ?? 0) + 1 + below(4))
    textLevel = level
    return spaces(level.new + old - level.old) + rest
  }

  /// Returns the new indentation of a line, which is the same for all lines of a level.
  private mutating func indentation(of old: Int, isItem: Bool) -> Int {
    while let last = levels.last, last.old > old { levels.removeLast() }
    guard let last = levels.last else {
      levels.append((old, 0))
      return 0
    }
    if last.old < old { levels.append((old, last.new + (isItem ? 0 : 1) + below(4))) }
    return levels.last?.new ?? 0
  }

  private mutating func mangle(sentence: String, at old: Int) -> String {
    if sentence.hasSuffix(": |") || sentence.hasSuffix(": >") { textParent = old }
    guard !sentence.contains("\"") && !sentence.contains("'") && !sentence.contains("#") else {
      return sentence
    }
    var text = sentence
    if let colon = text.range(of: ": ") {
      text.replaceSubrange(colon, with: ":" + spaces(1 + below(4)))
    }
    guard text.contains("{ ") || text.contains("[") else { return text }
    text = text.replacing("{ ", with: "{" + spaces(below(3)))
    if !text.contains("!") { text = text.replacing(" }", with: spaces(below(3)) + "}") }
    let comma = chance(3) ? ",\n" + spaces(60) : "," + spaces(1 + below(3))
    return text.replacing(", ", with: comma)
  }

  private mutating func tail() -> String { chance(3) ? spaces(below(4)) : "" }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func chance(_ n: Int) -> Bool { below(n) == 0 }

  /// Returns a random number below a limit.
  private mutating func below(_ limit: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }
}
