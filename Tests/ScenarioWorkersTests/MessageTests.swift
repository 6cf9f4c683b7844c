import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Testing

@testable import ScenarioWorkers

@Suite("Messages between processes")
struct MessageTests {
  private struct Everything: Codable, Equatable {
    enum Choice: Codable, Equatable {
      case nothing
      case pair(Int, text: String)
    }

    var bool = true
    var numbers = [0, 1, -1, 63, 64, -64, -65, .max, .min]
    var double = 0.1 + 0.2
    var text = "Ж „x“ \u{1F468}\u{200D}\u{1F469} \n"
    var present: String? = ""
    var missing: Int?
    var lists: [[String]] = [[], ["a"], ["b", "c"]]
    var choices: [Choice] = [.nothing, .pair(-3, text: "x"), .nothing]
    var id = UUID()
    var date = Date(timeIntervalSinceReferenceDate: 7.5)
    var values = [
      CodableValue(.absent),
      CodableValue(
        .mapping([.init("b", .list([.number(3), .bool(false)])), .init("a", .text("t"))])),
      // Texts that look like another kind, or combine with what stands before them.
      CodableValue(.list(["", "true", "7", "[", "\u{301}e"].map(Value.text))),
      CodableValue(.list([.integer(-7), .number(-.infinity), .number(1e300), .mapping([])])),
    ]
    var end = "end"
  }

  @Test func `a binary-encoded value decodes to an equal value`() throws {
    let value = Everything()
    var bytes: [UInt8] = [9]
    try BinaryEncoder.encode(value, to: &bytes)
    #expect(bytes.first == 9)
    let read = try BinaryDecoder.decode(Everything.self, from: bytes.dropFirst())
    #expect(read == value)
  }

  @Test func `an event arrives with what was sent as data`() throws {
    let all: [StoryEvent.Traffic?] = [
      nil, .request(method: "GET", url: "a,b", stub: nil),
      .request(method: "GET", url: "a,b", stub: "a"), .response(status: 200, size: 7),
      .failure(name: .timedOut), .cancellation,
    ]
    let events = all.map { traffic in
      var event = ScenarioReport.Event(kind: .answer, nanoseconds: 7, request: 1, text: "x")
      event.traffic = traffic
      return event
    }
    var bytes: [UInt8] = []
    try BinaryEncoder.encode(events, to: &bytes)
    #expect(try BinaryDecoder.decode([ScenarioReport.Event].self, from: bytes[...]) == events)
  }

  @Test func `a failure arrives with its messages in parts`() throws {
    let (name, word): (String, Message) = ("value", "\(word: "then")")
    let message: Message = "\(name) is not \"\(word)\""
    let failure = Failure(message, at: .wholeFile("a.yaml"), details: ["value", "\(name)"])
    var bytes: [UInt8] = []
    try BinaryEncoder.encode([failure], to: &bytes)
    let read = try BinaryDecoder.decode([Failure].self, from: bytes[...])
    #expect(read == [failure])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(read[0].messages) == encoder.encode(failure.messages))
  }

  @Test func `decoding a message that is cut off at any byte throws`() throws {
    var bytes: [UInt8] = []
    try BinaryEncoder.encode(Everything(), to: &bytes)
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        try BinaryDecoder.decode(Everything.self, from: bytes.prefix(count))
      }
    }
  }

  @Test func `nil in a list or at the top cannot be encoded`() throws {
    var bytes: [UInt8] = []
    #expect(throws: EncodingError.self) { try BinaryEncoder.encode([1, nil], to: &bytes) }
    #expect(throws: EncodingError.self) { try BinaryEncoder.encode(Int?.none, to: &bytes) }
    bytes = []
    try BinaryEncoder.encode([1, 2] as [Int?], to: &bytes)
    #expect(try BinaryDecoder.decode([Int?].self, from: bytes[...]) == [1, 2])
  }

  @Test func `messages arrive in order and an unfinished message is dropped`()
    throws
  {
    let pipe = Pipe()
    let writer = MessageWriter(to: pipe.fileHandleForWriting.fileDescriptor)
    for number in 0..<100 { try writer.write(String(repeating: "x", count: number)) }
    try writer.flush()
    pipe.fileHandleForWriting.write(Data([200, 0, 0, 0, 1, 2, 3]))
    try pipe.fileHandleForWriting.close()
    var reader = MessageReader(from: pipe.fileHandleForReading.fileDescriptor)
    var lengths: [Int] = []
    while try reader.read({ message in
      lengths.append(try BinaryDecoder.decode(String.self, from: message).count)
    }) {}
    #expect(lengths == Array(0..<100))
  }
}
