import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("A formatted story")
struct FormattedStoryTests {
  @Test(arguments: RealStory.ofThisPackage + RealStory.cases)
  func `says the same, and stays as it is`(story: RealStory) throws {
    let source = try story.source
    let yaml = YAMLReader(reading: source)
    let file = FormattedStoryFile(formatting: source)
    guard yaml.explainedMistakes.isEmpty else {
      #expect(file.text == nil)
      #expect(file.mistakes == yaml.explainedMistakes.sortedByPlace())
      return
    }
    let text = try #require(file.text)
    let again = YAMLReader(reading: SourceFile(path: "story.yaml", text: text))
    #expect(again.documents.map(\.withoutPlaces) == yaml.documents.map(\.withoutPlaces))
    #expect(
      commentsByHand(in: text) == commentsByHand(in: String(decoding: source.bytes, as: UTF8.self)))
    #expect(formatted(text) == text)
  }

  @Test(arguments: RealStory.ofThisPackage)
  func `is what the stories of this package are`(story: RealStory) throws {
    #expect(try !FormattedStoryFile(formatting: story.source).isChanged)
  }

  @Test(arguments: RealStory.ofThisPackage, UInt64(1)...UInt64(8))
  func `comes out of any other layout of it`(story: RealStory, seed: UInt64) throws {
    let text = try #require(FormattedStoryFile(formatting: story.source).text)
    var mangler = LayoutMangler(seed: seed)
    let mangled = mangler.mangle(text)
    #expect(mangled != text)
    #expect(formatted(mangled) == text)
  }

  @Test func `is there for all stories of this package`() {
    #expect(RealStory.ofThisPackage.count >= 12)
    #expect(RealStory.cases.count >= 100)
  }

  /// The comments of a story in which no text contains a `#`.
  private func commentsByHand(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let start = line.range(of: "# ")?.lowerBound else { return nil }
      guard line[..<start].allSatisfy({ $0 == " " }) || line[..<start].hasSuffix(" ") else {
        return nil
      }
      return String(line[start...]).trimmed
    }
  }
}

extension Node {
  /// The node and what is in it, as if all stood at the start of the file.
  fileprivate var withoutPlaces: Node {
    var node = self
    node.range = SourceRange(start: .start, end: .start)
    switch content {
    case .scalar: break
    case .sequence(let items): node.content = .sequence(items.map(\.withoutPlaces))
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { Entry(key: $0.key.withoutPlaces, value: $0.value.withoutPlaces) })
    }
    return node
  }
}
