import Testing

@testable import ScenarioLanguage

@Suite("Nodes")
struct NodeTests {
  private let document: Node

  init() throws {
    let text = "{ a: !x [1, !y 'two', { b: 3 }], c: '', d: ~ }"
    document = try #require(SourceFile(path: "a.yaml", text: text).documents?.first)
  }

  @Test func `a node returns its parts in order`() throws {
    let entries = try #require(document.entries)
    #expect(
      entries.map { "\($0.key.text ?? "") \($0.value.isNull)" } == ["a false", "c false", "d true"])
    #expect(document.content == .mapping(Array(entries)))
    let list = try #require(document["a"])
    let items = try #require(list.items)
    let texts = items.map { [$0.text, $0.tag, $0["b"]?.text] }
    #expect(texts == [["1", nil, nil], ["two", "!y", nil], [nil, nil, "3"]])
    #expect(items.map(\.style) == [.plain, .singleQuoted, nil])
    #expect(list.entries == nil)
    #expect(document["e"] == nil)
  }

  @Test func `a node made of other nodes keeps them unchanged`() throws {
    let list = try #require(document["a"])
    let made = Node(
      .mapping([Node.Entry(key: try #require(document["c"]), value: list)]), tag: "!z",
      range: document.range)
    #expect(made.tag == "!z")
    // Nodes in different places are unequal, as the next test shows.
    #expect(made.entries?.first?.value == list)
    #expect(Set([made, Node(made.content, tag: "!z", range: made.range)]).count == 1)
  }

  @Test func `nodes with different tags, ranges or contents are unequal`() throws {
    let list = try #require(document["a"])
    var (tagged, moved, shortened) = (list, list, list)
    tagged.tag = "!w"
    moved.range = document.range
    shortened.content = .sequence(Array(try #require(list.items).dropLast()))
    for other in [tagged, moved, shortened] { #expect(other != list) }
    tagged.tag = "!x"
    #expect(tagged == list)
    #expect(shortened.tag == "!x")
  }

  @Test func `removing the tag of a node keeps the tags inside`() throws {
    var bare = try #require(document["a"])
    bare.tag = nil
    #expect(bare != document["a"])
    #expect(bare.items?.map(\.tag) == [nil, "!y", nil])
    let outer = Node(.sequence([bare, bare]), range: bare.range)
    #expect(outer.items?.map { $0 } == [bare, bare])
    bare.tag = "!x"
    #expect(bare == document["a"])
  }

  @Test func `an alias is read as a node equal to its anchor's`() throws {
    let text = "- &n !x { a: !y b }\n- *n\n- [*n, *n]\n"
    let list = try #require(SourceFile(path: "a.yaml", text: text).documents?.first?.items)
    let first = try #require(list.first)
    #expect(first["a"]?.tag == "!y")
    #expect(list.dropFirst().first == first)
    #expect(list.dropFirst(2).first?.items?.map { $0 } == [first, first])
  }
}
