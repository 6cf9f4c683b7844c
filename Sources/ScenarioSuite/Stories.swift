import ScenarioTesting
import Testing

/// The suite that runs the scenarios of a ``ScenarioSource``, divided among 16 tests.
@Suite("Stories")
public enum Stories {
  // Swift Testing's work for one test grows with the square of its number of cases. The tests run
  // in parallel; each runs its cases serially, to limit the number of concurrent cases.
  private static let parts = ScenarioParts(from: Stories.self, count: 16)

  @Test(.serialized, arguments: parts[0])
  static func part01(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[1])
  static func part02(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[2])
  static func part03(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[3])
  static func part04(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[4])
  static func part05(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[5])
  static func part06(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[6])
  static func part07(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[7])
  static func part08(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[8])
  static func part09(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[9])
  static func part10(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[10])
  static func part11(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[11])
  static func part12(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[12])
  static func part13(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[13])
  static func part14(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[14])
  static func part15(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[15])
  static func part16(_ scenario: ScenarioCase) async throws { try await scenario.run() }
}
