import Foundation

extension String {
  /// Splits JSON inside of the list of a key, whose list is empty.
  ///
  /// In a text, the quotation marks would be escaped.
  func split(atEmptyList key: String) -> (head: String, tail: String) {
    guard let list = range(of: "\"\(key)\":[]") else { return (self, "") }
    let middle = index(before: list.upperBound)
    return (String(self[..<middle]), String(self[middle...]))
  }
}
