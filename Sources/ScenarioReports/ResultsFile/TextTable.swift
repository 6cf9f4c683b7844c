/// Texts that are written once and then referred to by their index.
package struct TextTable {
  /// The texts, in the order of their first use.
  package private(set) var texts: [StoryText] = []

  private var indices: [StoryText: Int] = [:]

  package init() {}

  /// Returns the index of a text, and adds the text if it is new.
  package mutating func index(of text: StoryText) -> Int {
    if let index = indices[text] { return index }
    indices[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
