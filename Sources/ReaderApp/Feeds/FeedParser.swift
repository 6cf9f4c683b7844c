import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A parser for RSS 2.0 and its predecessors 0.91 and 0.92.
struct FeedParser {
  /// Returns the part of a feed that can be read.
  ///
  /// All encodings that the text can declare are supported. External entities are not loaded.
  func feed(from data: Data) throws(FeedError) -> Feed {
    // Many sites put an empty line before the declaration, which XML does not allow.
    let text = data.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let parser = XMLParser(data: Data(text))
    parser.shouldResolveExternalEntities = false
    let reader = RSSReader()
    parser.delegate = reader
    // The result is ignored because on Linux parsing a truncated text succeeds.
    _ = parser.parse()
    return try reader.feed()
  }
}

/// A parser delegate that builds a feed from elements.
private final class RSSReader: NSObject, XMLParserDelegate {
  /// An element whose text is part of the feed.
  fileprivate enum Field: String {
    case title
    case description
    case pubDate
    case link
  }

  /// The names of the elements from the root to the current one.
  private var path: [String] = []
  private var root: String?
  private var hasChannel = false
  private var hasEnded = false
  private var isBroken = false

  private var title: String?
  private var items: [FeedItem] = []
  private var fields: [Field: String] = [:]
  private var field: (kind: Field, depth: Int)?
  private var text = ""

  private static let channel = ["rss", "channel"]
  private static let item = ["rss", "channel", "item"]

  /// Returns the feed that has been read.
  func feed() throws(FeedError) -> Feed {
    switch root {
    case "rss": break
    case "feed": throw .unsupported(.atom)
    case "rdf:RDF": throw .unsupported(.rss1)
    default: throw .notAFeed
    }
    let isWhole = hasEnded && !isBroken
    if isWhole, !hasChannel { throw .notAFeed }
    if !isWhole, items.isEmpty { throw .damaged }
    return Feed(title: title, items: items, isCutShort: !isWhole)
  }

  // MARK: - Parser events

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard !isBroken else { return }
    if root == nil { root = name }
    path.append(name)
    if path == Self.channel { hasChannel = true }
    if path == Self.item { fields = [:] }
    // Elements of other vocabularies are ignored: their names have a prefix, such as media:title.
    if field == nil, let kind = Field(rawValue: name), isField(kind) {
      field = (kind, path.count)
      text = ""
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if field != nil, !isBroken { text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if field != nil, !isBroken { text += String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard !isBroken else { return }
    if let field, field.depth == path.count {
      fieldEnded(field.kind)
      self.field = nil
    }
    if path == Self.item { items.append(FeedItem(fields)) }
    if path.count == 1 { hasEnded = true }
    _ = path.popLast()
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // Some parsers stop here and others guess; the result must not depend on that.
    isBroken = true
  }

  // MARK: - Fields

  private func isField(_ kind: Field) -> Bool {
    path.dropLast() == Self.item[...] || (kind == .title && path.dropLast() == Self.channel[...])
  }

  private func fieldEnded(_ kind: Field) {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty else { return }
    if path.count == Self.channel.count + 1 {
      title = title ?? value.onOneLine
    } else if fields[kind] == nil {
      fields[kind] = value
    }
  }
}

extension FeedItem {
  fileprivate init(_ fields: [RSSReader.Field: String]) {
    self.init(
      title: fields[.title]?.onOneLine, summary: fields[.description],
      publicationDate: fields[.pubDate].flatMap(InternetDate.date),
      link: fields[.link].flatMap(URL.init(webAddress:)))
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
