import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import Testing

/// Tests that run, compile or compare every sample of the articles, to detect outdated pages.
@Suite("Articles")
struct ArticleTests {
  static let blocks = Page.articles.flatMap(\.blocks)

  @Test func `the required articles and more than 40 samples exist`() {
    let names = Set(Page.articles.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    #expect(
      names.isSuperset(of: [
        "Documentation.md", "InTenMinutes.md", "WritingStories.md", "FromXcodeToAPackage.md",
        "ConnectingAModule.md", "ConnectingAnApp.md", "FromCucumber.md", "LanguageReference.md",
        "TestingWithoutWaiting.md",
      ]))
    #expect(Self.blocks.count > 40)
  }

  /// The stories of the modules in `Samples`.
  static let stories = blocks.filter {
    $0.language == "yaml" && !ExchangeStories.haveModule(of: $0)
  }

  @Test(arguments: stories)
  func `an article's story runs with the output that it shows`(sample: Page.Block) async throws {
    let outcome = try await StorySample(sample).run()
    if let expected = sample.output {
      let isShown = [outcome.output, outcome.trace].contains { text in
        Lines(text).contain(expected)
      }
      #expect(
        isShown,
        "\(sample.location): this is printed:\n\(outcome.output)\n---- trace\n\(outcome.trace)")
    } else {
      #expect(
        outcome.isFine, "\(sample.location): the sample has to pass, but:\n\(outcome.output)")
    }
  }

  @Test(arguments: blocks.filter { ExchangeStories.haveModule(of: $0) })
  func `an article's story of an exchange is one of the tests', with its output`(
    sample: Page.Block
  ) {
    #expect(ExchangeStories.contain(sample), "\(sample.location)")
  }

  @Test(arguments: blocks.filter { $0.language == "yaml" })
  func `an article's story has the layout that scenarios format produces`(sample: Page.Block) {
    let story = StorySample(sample)
    // The formatter leaves stories with errors unchanged.
    guard let formatted = FormattedStoryFile(formatting: story.source).text else { return }
    #expect(formatted == story.text, "\(sample.location)")
  }

  @Test func `the feature of an article is imported as the story that follows it`() throws {
    let page = try #require(Page.article("FromCucumber"))
    let feature = try #require(page.blocks.first { $0.language == "gherkin" })
    let story = try #require(page.blocks.first { $0.language == "yaml" })
    let path = "features/list.feature"
    let read = try GherkinReader.feature(in: SourceFile(path: path, text: feature.text))
    let sentences = Vocabulary(of: ReadingListModule.self).sentences
    #expect(try ImportedStory(#require(read), path: path, for: sentences).text == story.text)
  }

  @Test(arguments: blocks.filter { $0.language == "swift" })
  func `an article's Swift sample compiles`(sample: Page.Block) throws {
    if sample.lines.first?.hasPrefix("// swift-tools-version") == true {
      #expect(try PackageManifest(sample).strangers == [])
    } else {
      #expect(SwiftSamples.contain(sample), "\(sample.location) stands in no file of Samples")
    }
  }

  @Test(arguments: (blocks + Page.readme.blocks).filter { $0.language == "sh" })
  func `a shell sample of an article or README uses existing commands`(sample: Page.Block) throws {
    for line in sample.lines {
      #expect(try ShellCommand.diagnostics(in: line) == [], "\(sample.location): \(line)")
    }
  }

  @Test func `what the architecture page says of files and types exists`() throws {
    let page = try #require(Page.article("Architecture"))
    let rows = page.lines.drop { $0 != "## Where things live" }.filter { $0.hasPrefix("| ") }
    let sources = Page.root.appending(path: "Sources")
    let paths =
      FileManager.default.enumerator(atPath: sources.path)?
      .compactMap { $0 as? String } ?? []
    let types = Set(
      try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
        try String(contentsOf: sources.appending(path: path), encoding: .utf8)
          .matches(of: /(?:struct|class|enum|actor|protocol|extension|typealias) (\w+)/)
          .map { String($0.1) }
      })
    var missing: [String] = []
    for name in rows.dropFirst(2).flatMap({ $0.matches(of: /`([A-Z][\w\/.+]*|\w+\.\w+)`/) })
      .map({ String($0.1) })
    {
      let isPath = paths.contains {
        $0 == name || $0.hasSuffix("/\(name)") || $0.hasSuffix("/\(name).swift")
      }
      let isType = types.contains(String(name.prefix { $0 != "." }))
      if !isPath, !isType { missing.append(name) }
    }
    #expect(rows.count > 20)
    #expect(missing == [])
  }

  @Test(arguments: Page.articles + [Page.readme])
  func `a command named in an article or the README exists`(page: Page) throws {
    for (number, line) in page.prose {
      for code in line.codeSpans where code.contains("scenarios ") {
        #expect(try ShellCommand.diagnostics(in: code) == [], "\(page.path):\(number): \(code)")
      }
    }
  }

  @Test func `the article on modules shows every file of the package template`() throws {
    let template = Page.root.appending(path: "Tests/DocumentationTests/Template")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: template.path)
    let files = paths.filter { [".swift", ".yaml", ".yml"].contains(where: $0.hasSuffix) }
    #expect(files.count == 8)
    let blocks = Page.article("ConnectingAModule")?.blocks.map(\.text) ?? []
    for file in files {
      let text = try String(contentsOf: template.appending(path: file), encoding: .utf8)
      #expect(blocks.contains(text), "\(file)")
    }
  }

  @Test func `only the sample app uses SQLite, so no article installs it`() throws {
    let sources = Page.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    let users = try files.filter {
      try String(contentsOf: sources.appending(path: $0), encoding: .utf8).contains("import GRDB\n")
    }
    #expect(!users.isEmpty)
    #expect(users.allSatisfy { $0.hasPrefix("ReaderApp/") }, "\(users)")
    let samples = Self.blocks.filter { $0.text.contains("libyaml-dev") }
    #expect(samples.count == 3)
    #expect(samples.allSatisfy { !$0.text.contains("sqlite") })
  }

  @Test(arguments: Page.articles + [Page.readme])
  func `a product that an article or the README names exists`(page: Page) throws {
    let products = try Page.packageManifest().matches(of: /\.library\(\s*name: "(\w+)"/)
      .map { String($0.1) }
    #expect(products.count == 5)
    for paragraph in page.paragraphs {
      for name in paragraph.joined(separator: " ").matches(of: /[Pp]roducts? `(\w+)`/) {
        #expect(products.contains(String(name.1)), "\(page.path): \(name.1)")
      }
    }
  }

  @Test func `the article on modules names the product of a module that it imports`() throws {
    let page = try #require(Page.article("ConnectingAModule"))
    let text = page.paragraphs.map { $0.joined(separator: " ") }.joined(separator: "\n")
    let sentence = /`import (\w+)`[^.]*module of the product `(\w+)`/
    let named = try #require(text.firstMatch(of: sentence))
    let product = try Page.packageManifest().split(separator: "\n").first {
      $0.contains(".library(name: \"\(named.2)\"")
    }
    #expect(product?.contains("\"\(named.1)\"") == true, "\(named.2) has no module \(named.1)")
  }

  @Test(arguments: [Page.readme, Page("Sources/ScenarioKit/Documentation.docc/Documentation.md")])
  func `the README and the overview link the first ten minutes before other articles`(page: Page) {
    let links = page.lines.flatMap { $0.matches(of: /\]\(([^)#]+\.md)/).map { String($0.1) } }
      .filter { $0.contains("ScenarioKit/Documentation.docc/") || !$0.contains("/") }
    #expect(links.first?.hasSuffix("InTenMinutes.md") == true, "\(page.path): \(links)")
  }

  @Test func `the first ten minutes begin with the template and its story`() throws {
    let page = try #require(Page.article("InTenMinutes"))
    let template = "Tests/DocumentationTests/Template"
    #expect(
      page.blocks.first?.lines.contains("cp -R swift-scenarios/\(template) counter") == true)
    let story = try String(
      contentsOf: Page.root.appending(path: "\(template)/Scenarios/counter.yaml"), encoding: .utf8)
    #expect(page.blocks.first { $0.language == "yaml" }?.text == story)
  }

  @Test func `every code block of an article is in a checked language`() {
    for block in Self.blocks {
      #expect(
        ["yaml", "yml", "swift", "sh", "lua", "gherkin"].contains(block.language),
        "\(block.location): nothing checks this block of \"\(block.language)\"")
    }
  }

  @Test(arguments: Page.articles + [Page.readme])
  func `every link of an article or the README has a target`(page: Page) {
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
  func `an article begins with a title and has short lines and paragraphs`(page: Page) {
    #expect(page.lines.first?.hasPrefix("# ") == true, "\(page.path) begins with its title")
    for (number, line) in page.prose where !line.hasPrefix("|") {
      #expect(line.unicodeScalars.count <= 100, "\(page.path):\(number) is too long a line")
    }
    for paragraph in page.paragraphs where paragraph.first?.hasPrefix("|") == false {
      #expect(paragraph.count <= 8, "\(page.path): a wall of text: \(paragraph.first ?? "")")
    }
  }
}
