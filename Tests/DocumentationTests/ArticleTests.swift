import Foundation
import ScenarioLanguage
import Testing

/// Every sample of the articles is run, compiled or compared: documentation that is not true any
/// more fails here.
@Suite("An article")
struct ArticleTests {
  static let blocks = Page.articles.flatMap(\.blocks)

  @Test func `is there`() {
    let names = Set(Page.articles.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    #expect(
      names.isSuperset(of: [
        "Documentation.md", "WritingStories.md", "ConnectingAModule.md", "LanguageReference.md",
        "TestingWithoutWaiting.md",
      ]))
    #expect(Self.blocks.count > 40)
  }

  @Test(arguments: blocks.filter { $0.language == "yaml" })
  func `has stories that run as it says`(sample: Page.Block) async {
    let outcome = await StorySample(sample).run()
    if let expected = sample.output {
      let isShown = [outcome.output, outcome.trace].contains { text in
        Lines(text).contain(expected)
      }
      #expect(
        isShown,
        "\(sample.place): this is printed:\n\(outcome.output)\n---- trace\n\(outcome.trace)")
    } else {
      #expect(
        outcome.isFine, "\(sample.place): the sample has to pass, but:\n\(outcome.output)")
    }
  }

  @Test(arguments: blocks.filter { $0.language == "yaml" })
  func `has stories in the layout that every story gets`(sample: Page.Block) {
    let story = StorySample(sample)
    // Stories with mistakes are left as they are.
    guard let formatted = FormattedStoryFile(formatting: story.source).text else { return }
    #expect(formatted == story.text, "\(sample.place)")
  }

  @Test(arguments: blocks.filter { $0.language == "swift" })
  func `has Swift that is compiled`(sample: Page.Block) throws {
    if sample.lines.first?.hasPrefix("// swift-tools-version") == true {
      #expect(try PackageManifest(sample).strangers == [])
    } else {
      #expect(SwiftSamples.contain(sample), "\(sample.place) stands in no file of Samples")
    }
  }

  @Test(arguments: (blocks + Page.readme.blocks).filter { $0.language == "sh" })
  func `has commands that there are`(sample: Page.Block) throws {
    for line in sample.lines {
      #expect(try ShellCommand.mistakes(in: line) == [], "\(sample.place): \(line)")
    }
  }

  @Test(arguments: Page.articles + [Page.readme])
  func `names commands that there are`(page: Page) throws {
    for (number, line) in page.prose {
      for code in line.codeSpans where code.contains("scenarios ") {
        #expect(try ShellCommand.mistakes(in: code) == [], "\(page.path):\(number): \(code)")
      }
    }
  }

  @Test func `has no sample that nobody checks`() {
    for block in Self.blocks {
      #expect(
        ["yaml", "swift", "sh"].contains(block.language),
        "\(block.place): nothing checks this block of \"\(block.language)\"")
    }
  }

  @Test(arguments: Page.articles + [Page.readme])
  func `has links that lead somewhere`(page: Page) {
    for (number, line) in page.prose {
      for link in line.matches(of: /\]\(([^)]+)\)/).map({ String($0.1) }) {
        #expect(Links.leadsSomewhere(link, from: page), "\(page.path):\(number): \(link)")
      }
      for name in line.matches(of: /<doc:([^>]+)>/).map({ String($0.1) }) {
        #expect(Page.article(name) != nil, "\(page.path):\(number): \(name)")
      }
    }
  }

  @Test(arguments: Page.articles)
  func `is easy to read as plain Markdown`(page: Page) {
    #expect(page.lines.first?.hasPrefix("# ") == true, "\(page.path) begins with its title")
    for (number, line) in page.prose where !line.hasPrefix("|") {
      #expect(line.unicodeScalars.count <= 100, "\(page.path):\(number) is too long a line")
    }
    for paragraph in page.paragraphs where paragraph.first?.hasPrefix("|") == false {
      #expect(paragraph.count <= 8, "\(page.path): a wall of text: \(paragraph.first ?? "")")
    }
  }
}
