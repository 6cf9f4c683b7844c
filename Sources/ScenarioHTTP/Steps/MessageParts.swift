import ScenarioKit

extension FakeSocket.Message: Sent {
  var line: String { description }

  func hasLine(_ line: String) -> Bool { line == self.line }

  func parts(for expected: [ExpectedValue]) -> ContentParts {
    let text: String? = if case .text(let text) = self { text } else { nil }
    return ContentParts(of: data, text: text, for: expected)
  }
}
