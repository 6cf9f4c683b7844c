import Foundation
import TestSupport
import Testing

@Suite("Isolation checks")
struct IsolationTests {
  @Test func `isolation checks have the same results inside and outside a simulation`() throws {
    let rows = try table().dropFirst(2).map { $0.split(separator: "|").map(String.init) }
    #expect(rows.count == 121)
    for row in rows {
      try #require(row.count == 5)
      #expect(row[2] == row[3], "\(row[1]) in\(row[0])on the main thread")
      #expect(row[2] == row[4], "\(row[1]) in\(row[0])off the main thread")
    }
    #expect(
      Set(rows.map { $0[2] }).isSuperset(of: [" passes ", " signal 4 ", " true ", " false "]))
  }

  /// Returns the lines of the table that `IsolationTable` prints.
  private func table() throws -> [Substring] {
    try FinishedProcess(of: FinishedProcess.executable(named: "IsolationTable"), ["--table"])
      .output.split(separator: "\n")
  }
}
