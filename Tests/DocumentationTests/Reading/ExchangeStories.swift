/// The stories of exchanges in `ScenarioHTTPTests`, which run there with their modules.
enum ExchangeStories {
  private static let folder = "ScenarioHTTPTests/Exchanges/Stories"
  private static let stories = TestFiles.texts(in: folder, endingIn: ".yaml")
  private static let outputs = TestFiles.texts(in: folder, endingIn: ".txt")

  /// Returns whether a block is a story of a module of an exchange.
  static func haveModule(of block: Page.Block) -> Bool { module(of: block) != nil }

  /// Returns whether a block is the beginning of a story, and its output a part of the story's.
  static func contain(_ block: Page.Block) -> Bool {
    guard let module = module(of: block), let story = stories[module] else { return false }
    guard let output = block.output else { return story.hasPrefix(block.text) }
    return story.hasPrefix(block.text) && Lines(outputs[module] ?? "").contain(output)
  }

  private static func module(of block: Page.Block) -> String? {
    stories.keys.first { block.lines.contains("module: \($0)") }
  }
}
