import FlyingFox
import FlyingSocks
import Foundation
import ScenarioHTTP

extension HTTPBodySequence {
  /// Creates a body that is sent piece by piece, as soon as each piece exists.
  ///
  /// If the stream throws an error, the connection is closed in the middle of the body.
  ///
  /// - Parameter length: The number of bytes; `nil` if it is unknown, which sends the body in
  ///   chunks.
  init(_ pieces: FakeTransport.ResponseBody, length: Int?) {
    if let length {
      self.init(from: StreamedBody(pieces: pieces), count: length)
    } else {
      self.init(from: StreamedBody(pieces: pieces))
    }
  }
}

/// The bytes of a stream, in its pieces.
private struct StreamedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let pieces: FakeTransport.ResponseBody

  func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var pieces: FakeTransport.ResponseBody.Iterator
    private var piece = Data()

    init(pieces: FakeTransport.ResponseBody.Iterator) { self.pieces = pieces }

    mutating func next() async throws -> UInt8? {
      try await fill()
      return piece.popFirst()
    }

    /// Returns the next piece as a whole.
    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      try await fill()
      defer { piece = Data() }
      return piece.isEmpty ? nil : piece
    }

    /// Waits for a piece that is not empty, because an empty chunk would end the body.
    private mutating func fill() async throws {
      while piece.isEmpty, let next = try await pieces.next() { piece = next }
    }
  }
}
