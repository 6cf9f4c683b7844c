/// Swift names made from words in a story.
enum SwiftName {
  /// Words that can't be names, or have another meaning in some contexts.
  private static let reserved: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch",
    "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "indirect", "init", "inout", "internal", "is", "let", "nil", "nonisolated", "operator",
    "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while",
  ]

  /// Returns the name of a property or parameter, such as `timeZone` for `time zone`, or `value` if
  /// no part of the text can be in a name.
  ///
  /// - Parameter taken: The existing names, to which the new one is added.
  static func property(from text: String, taken: inout Set<String>) -> String {
    var name = words(of: text).enumerated().map { index, word in
      index == 0 ? word.prefix(1).lowercased() + word.dropFirst() : capitalized(word)
    }.joined()
    if reserved.contains(name) || name.first?.isLetter != true {
      name = "value" + capitalized(name)
    }
    var (unique, number) = (name, 1)
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(name)\(number)"
    }
    return unique
  }

  /// Returns the name of a type, such as `BasketShowsData` for `basket shows`.
  static func type(from text: String, suffix: String) -> String {
    let name = words(of: text).map(capitalized).joined()
    return (name.first?.isLetter == true ? name : "Step" + name) + suffix
  }

  private static func words(of text: String) -> [String] {
    text.split { character in
      !character.isLetter && !(character.isASCII && character.isNumber)
    }.map(String.init)
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
