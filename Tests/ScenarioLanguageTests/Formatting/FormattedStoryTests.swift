import Foundation
import TestSupport
import Testing

@testable import ScenarioLanguage

@Suite("Formatted stories")
struct FormattedStoryTests {
  @Test(arguments: RealStory.ofThisPackage + RealStory.cases)
  func `formatting preserves meaning and comments and is idempotent`(story: RealStory) throws {
    let source = try story.source
    let yaml = YAMLReader(reading: source)
    let file = FormattedStoryFile(formatting: source)
    guard yaml.explainedDiagnostics.isEmpty else {
      #expect(file.text == nil)
      #expect(file.diagnostics == yaml.explainedDiagnostics.sortedByLocation())
      return
    }
    let text = try #require(file.text)
    let short = FormattedStoryFile.shortened(source).map { YAMLReader(reading: $0) } ?? yaml
    let again = YAMLReader(reading: SourceFile(path: "story.yaml", text: text))
    #expect(again.documents.map(\.withoutLocations) == short.documents.map(\.withoutLocations))
    #expect(
      commentsByHand(in: text) == commentsByHand(in: String(decoding: source.bytes, as: UTF8.self)))
    #expect(formatted(text) == text)
  }

  @Test(arguments: RealStory.ofThisPackage)
  func `the stories of this package are already formatted`(story: RealStory) throws {
    #expect(try !FormattedStoryFile(formatting: story.source).isChanged)
  }

  @Test(arguments: RealStory.ofThisPackage, 1...Sample.number(UInt64(1), whole: 8))
  func `formatting restores stories whose layout was mangled`(
    story: RealStory, seed: UInt64
  ) throws {
    let text = try #require(FormattedStoryFile(formatting: story.source).text)
    var mangler = LayoutMangler(seed: seed)
    let mangled = mangler.mangle(text)
    #expect(mangled != text)
    #expect(formatted(mangled) == text)
  }

  /// Returns the comments of a story in which no text contains a `#`.
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
  /// A copy of the node and its parts without source ranges.
  fileprivate var withoutLocations: Node {
    var node = self
    node.range = SourceRange(start: .start, end: .start)
    switch content {
    case .scalar: break
    case .sequence(let items): node.content = .sequence(items.map(\.withoutLocations))
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { Entry(key: $0.key.withoutLocations, value: $0.value.withoutLocations) })
    }
    return node
  }
}
