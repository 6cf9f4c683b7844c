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
    #expect(entries.map(\.key.text) == ["a", "c", "d"])
    #expect(entries.count == 3)
    #expect(document.content == .mapping(Array(entries)))
    let list = try #require(document["a"])
    #expect(list.items?.map(\.text) == ["1", "two", nil])
    #expect(list.items?.map(\.tag) == [nil, "!y", nil])
    #expect(list.items?.map(\.style) == [.plain, .singleQuoted, nil])
    #expect(list.items?.map { $0["b"]?.text } == [nil, nil, "3"])
    #expect(list.entries == nil)
    #expect(document["e"] == nil)
    #expect(entries.map(\.value.isNull) == [false, false, true])
  }

  @Test func `a node made of other nodes keeps them unchanged`() throws {
    let list = try #require(document["a"])
    let made = Node(
      .mapping([Node.Entry(key: try #require(document["c"]), value: list)]), tag: "!z",
      range: document.range)
    #expect(made.tag == "!z")
    #expect(made.entries?.first?.value == list)
    #expect(made.entries?.first?.value.range == list.range)
    #expect(Node(made.content, tag: "!z", range: made.range) == made)
    #expect(Set([made, Node(made.content, tag: "!z", range: made.range)]).count == 1)
  }

  @Test func `nodes with different tags, ranges or contents are unequal`() throws {
    let list = try #require(document["a"])
    var other = list
    other.tag = "!w"
    #expect(other != list)
    #expect(other.items?.map(\.tag) == [nil, "!y", nil])
    other.tag = "!x"
    #expect(other == list)
    other.range = document.range
    #expect(other != list)
    other = list
    other.content = .sequence(Array(try #require(list.items).dropLast()))
    #expect(other != list)
    #expect(other.tag == "!x")
  }

  @Test func `removing the tag of a node keeps the tags inside`() throws {
    var bare = try #require(document["a"])
    bare.tag = nil
    #expect(bare.tag == nil)
    #expect(bare != document["a"])
    #expect(bare.items?.map(\.tag) == [nil, "!y", nil])
    let outer = Node(.sequence([bare, bare]), range: bare.range)
    #expect(outer.items?.map(\.tag) == [nil, nil])
    #expect(outer.items?.allSatisfy { $0 == bare } == true)
    bare.tag = "!x"
    #expect(bare == document["a"])
  }

  @Test func `an alias is read as a node equal to its anchor's`() throws {
    let text = "- &n !x { a: !y b }\n- *n\n- [*n, *n]\n"
    let list = try #require(SourceFile(path: "a.yaml", text: text).documents?.first?.items)
    let first = try #require(list.first)
    #expect(list.dropFirst().first == first)
    #expect(list.dropFirst(2).first?.items?.map { $0 } == [first, first])
    #expect(first["a"]?.tag == "!y")
  }
}
