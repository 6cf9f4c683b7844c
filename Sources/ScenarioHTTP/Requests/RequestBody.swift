import Foundation
import ScenarioKit

/// The body of a request as data.
enum RequestBody {
  /// Returns the fields of a form; `nil` if the type is another one.
  static func form(_ body: String, type: String) -> Value? {
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return nil }
    return RequestTarget.mapping(of: RequestTarget.pairs(of: body[...]))
  }

  /// Returns the parts of a multipart body, each with `name`, `filename`, `type` and `text`; `nil`
  /// if the type is another one.
  static func parts(_ body: String, type: String) -> Value? {
    guard type.lowercased().hasPrefix("multipart/"), let boundary = parameter("boundary", of: type)
    else { return nil }
    let sections = body.components(separatedBy: "--\(boundary)")
    // A part is between two boundaries: no part precedes the first one or follows the last one.
    return .list(sections.dropFirst().dropLast().prefix { !$0.hasPrefix("--") }.map(part))
  }

  private static func part(_ section: String) -> Value {
    let end = section.range(of: "\r\n\r\n")
    let lines = section[..<(end?.lowerBound ?? section.endIndex)].split(separator: "\r\n")
    func header(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix("\(name):") }.map {
        $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      }
    }
    var text = end.map { section[$0.upperBound...] } ?? ""
    if text.hasSuffix("\r\n") { text.removeLast() }
    let disposition = header("content-disposition")
    return Value(present: [
      "name": disposition.flatMap { parameter("name", of: $0) }.map(Value.text),
      "filename": disposition.flatMap { parameter("filename", of: $0) }.map(Value.text),
      "type": header("content-type").map(Value.text), "text": .text(String(text)),
    ])
  }

  /// Returns a parameter of a header's value, such as the boundary of
  /// `multipart/form-data; boundary=x`.
  private static func parameter(_ name: String, of header: String) -> String? {
    for part in header.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard pair.count == 2, pair[0].lowercased() == name else { continue }
      return pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
    return nil
  }
}
