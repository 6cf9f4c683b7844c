import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioKit

// The types that are decoded in the tests of `NodeDecoder`.
extension NodeDecoderTests {
  enum State: String, Decodable, CaseIterable { case initial, loading, info }
  enum Mode: String, Decodable { case fast, slow }
  enum Level: Int, Decodable, CaseIterable {
    case low = 1
    case high = 2
  }

  struct Reply: Decodable, Equatable {
    var status: Int
    var after: Duration?
    var headers: [String: String]?
    var body: Body?

    struct Body: Decodable, Equatable {
      var lines: [String]
    }
  }

  enum Event: Decodable, Equatable {
    case tapped(label: String)
    case closed
  }

  struct Percent: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard (0...100).contains(try container.decode(Int.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "A percentage is from 0 to 100.")
      }
    }
  }

  struct Refusing: Decodable {
    struct NoMore: LocalizedError { var errorDescription: String? { "Sold out." } }
    init(from decoder: any Decoder) throws { throw NoMore() }
  }

  /// Decodes a node and returns the error as `line:column-column: message; hint`, if any.
  func problem<T: Decodable>(_ type: T.Type, _ yaml: String) -> String? {
    do {
      _ = try NodeDecoder().decode(type, from: node(yaml))
      return nil
    } catch {
      return error.inOneLine
    }
  }

  /// Expects each node to be refused as a type with a problem.
  func expectProblems(
    _ cases: [(type: any Decodable.Type, yaml: String, words: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (type, yaml, words) in cases {
      let found = problem(type, yaml)
      #expect(found == words, "\(type) \(yaml)", sourceLocation: sourceLocation)
    }
  }
}

extension DataError {
  /// The error in the form `line:column-column: message; hint`.
  var inOneLine: String {
    let location = "\(range.start.line):\(range.start.column)-\(range.end.column)"
    return (["\(location): \(message)"] + hints).joined(separator: "; ")
  }
}
