import Foundation
import Testing

@testable import ReaderApp

@Suite("The feed parser")
struct FeedParserTests {
  @Test func `the feed parser reads title, summary, date and link of each item`() throws {
    let feed = try parse(
      rss(
        """
        <title>First</title><description>About it</description>
        <pubDate>Mon, 28 Sep 2015 10:30:00 GMT</pubDate><link>http://news.example/1</link>
        """, "<title>Second</title>"))
    #expect(
      feed
        == Feed(
          title: "News",
          items: [
            FeedItem(
              title: "First", summary: "About it",
              publicationDate: Date(timeIntervalSince1970: 1_443_436_200),
              link: URL(string: "http://news.example/1")),
            FeedItem(title: "Second"),
          ]))
  }

  @Test(arguments: [
    "", " \n\t ", "\0", "The service is closed", "{ \"items\": [] }", "<", "<!-- nothing -->",
    "<?xml version=\"1.0\"?>", "<html><body>x<br></body></html>", "<rss/>", "<rss><item/></rss>",
    "<RSS><channel/></RSS>", "<opml><body/></opml>",
  ])
  func `the feed parser rejects text that is not a feed`(text: String) {
    let error = #expect(throws: FeedError.self) { try parse(text) }
    #expect(error?.message == "There is no feed at this address")
  }

  @Test(arguments: [
    ("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>x</title></feed>", FeedKind.atom),
    ("<feed><entry>", .atom),
    ("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>", .rss1),
  ])
  func `the feed parser names an unsupported feed kind`(text: String, kind: FeedKind) {
    let error = #expect(throws: FeedError.self) { try parse(text) }
    #expect(error?.message == "This is an \(kind.rawValue) feed, which can't be read here")
  }

  @Test func `an empty channel yields an empty feed`() throws {
    #expect(try parse("<rss><channel/></rss>") == Feed(items: []))
  }

  // The second item is damaged, in ways that some parsers tolerate.
  @Test(arguments: [
    "<item><title>tw", "<item><title>two</title>", "<item><title", "<item><title>two</item>",
    "<item><title>Tom & Jerry</title></item></channel></rss>",
    "<item><title>Tom&nbsp;Jerry</title></item></channel></rss>",
    "<item><title>a\0b</title></item></channel></rss>", "</channel>", "</channel></rss><rss/>",
  ])
  func `the feed parser keeps the items before damaged XML`(rest: String) throws {
    let feed = try parse("<rss><channel><item><title>one</title></item>\(rest)")
    #expect(feed == Feed(items: [FeedItem(title: "one")], isCutShort: true))
  }

  @Test(arguments: [
    "<rss>", "<rss><channel>", "<rss><channel><title>News</title>", "<rss><channel><item>",
    "<rss><channel><title>a & b</title></channel></rss>",
  ])
  func `the feed parser reports damaged XML without a complete item`(text: String) {
    let error = #expect(throws: FeedError.self) { try parse(text) }
    #expect(error?.message == "The feed is damaged")
  }

  @Test func `the feed parser keeps the items before invalid bytes`() throws {
    var data = Data("<rss><channel><item><title>one</title></item><item><title>t".utf8)
    data += [0xFF, 0xFE, 0xC0]
    data += Data("</title></item></channel></rss>".utf8)
    let feed = try FeedParser().feed(from: data)
    #expect(feed == Feed(items: [FeedItem(title: "one")], isCutShort: true))
  }

  @Test func `the feed parser joins text, entities and CDATA sections`() throws {
    let feed = try parse(
      rss(
        "<title> a&amp;b <![CDATA[<i> & ]]>&#1103;&lt;\n c </title>"
          + "<link><![CDATA[https://x.example/?a=1&b=2]]></link>"
      ))
    let texts = feed.items.map { [$0.title, $0.link?.absoluteString] }
    #expect(texts == [["a&b <i> & я< c", "https://x.example/?a=1&b=2"]])
  }

  @Test func `the feed parser includes the text of nested markup in a field`() throws {
    let feed = try parse(
      rss("<description>see <a>the <b>news</b></a><title>x</title></description>"))
    #expect(feed.items == [FeedItem(summary: "see the newsx")])
  }

  @Test func `the feed parser ignores other namespaces and repeated or misplaced elements`() throws
  {
    let feed = try parse(
      """
      <rss xmlns:m="m"><channel><image><title>Image</title></image><m:title>M</m:title>
      <item><m:title>M</m:title><m:group><title>Group</title></m:group><title/><title> </title>
      <title>Item</title><title>Second title</title></item><title>News</title></channel></rss>
      """)
    #expect(feed == Feed(title: "News", items: [FeedItem(title: "Item")]))
  }

  @Test(arguments: [
    "javascript:alert(1)", "javascript://x.example/%0Aalert(1)", "file:///etc/passwd", "/relative",
    "news.example/1", "http://",
    "mailto:a@b.example", "not a link",
  ])
  func `the feed parser drops links that are not web addresses`(link: String) throws {
    #expect(try parse(rss("<title>x</title><link>\(link)</link>")).items == [FeedItem(title: "x")])
  }

  @Test func `the feed parser skips empty lines before the XML declaration`() throws {
    #expect(try parse("\n \n<?xml version=\"1.0\"?>\(rss("<title>x</title>"))").items.count == 1)
  }

  @Test(arguments: [
    ("UTF-16", String.Encoding.utf16), ("windows-1251", .windowsCP1251), ("UTF-8", .utf8),
  ])
  func `the feed parser reads a feed in its declared encoding`(
    name: String, encoding: String.Encoding
  ) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\(rss("<title>Пчёлы</title>"))"
    let feed = try FeedParser().feed(from: #require(text.data(using: encoding)))
    #expect(feed.items == [FeedItem(title: "Пчёлы")])
  }

  @Test func `the feed parser does not load external entities`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID()).txt")
    try Data("secret".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let feed = try parse(
      "<!DOCTYPE rss [<!ENTITY s SYSTEM \"\(file.absoluteString)\">]>"
        + rss("<title>[&s;</title><description>x</description>"))
    #expect(!"\(feed)".contains("secret"))
    #expect(feed.items.count == 1)
  }

  @Test(.timeLimit(.minutes(10))) func `the feed parser limits the expansion of nested entities`()
    throws
  {
    let entities = (1...9).map { level in
      "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
    }
    let document = "<!DOCTYPE rss [<!ENTITY e0 \"boom\">\(entities.joined())]>"
    let text = document + rss("<title>one</title>", "<title>&e9;</title>")
    let items = try parse(text).items
    #expect(items.first == FeedItem(title: "one"))
    #expect(items.allSatisfy { ($0.title ?? "").count < 1_000 })
  }

  @Test func `the feed parser reads 20,000 items and 100,000 nested elements`() throws {
    let many = rss(contentsOf: Array(repeating: "<title>a &amp; b</title>", count: 20_000))
    #expect(try parse(many).items.count == 20_000)
    let deep = String(repeating: "<x>", count: 100_000)
    #expect(try parse("<rss><channel><item><title>one</title></item>\(deep)").items.count == 1)
  }

  private func parse(_ text: String) throws(FeedError) -> Feed {
    try FeedParser().feed(from: Data(text.utf8))
  }

  private func rss(_ items: String...) -> String { rss(contentsOf: items) }

  private func rss(contentsOf items: [String]) -> String {
    let items = items.map { "<item>\($0)</item>" }.joined()
    return "<rss version=\"2.0\"><channel><title>News</title>\(items)</channel></rss>"
  }
}
