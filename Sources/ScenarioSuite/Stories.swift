import ScenarioTesting
import Testing

/// The suite that runs the scenarios of a ``ScenarioSource``, divided among 32 tests.
@Suite("Stories")
public enum Stories {
  // Swift Testing's work for one test grows with the square of its number of cases. The tests run
  // in parallel; each runs its cases serially, to limit the number of concurrent cases.
  private static let parts = ScenarioParts(from: Stories.self, count: 32)

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

  @Test(.serialized, arguments: parts[16])
  static func part17(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[17])
  static func part18(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[18])
  static func part19(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[19])
  static func part20(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[20])
  static func part21(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[21])
  static func part22(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[22])
  static func part23(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[23])
  static func part24(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[24])
  static func part25(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[25])
  static func part26(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[26])
  static func part27(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[27])
  static func part28(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[28])
  static func part29(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[29])
  static func part30(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[30])
  static func part31(_ scenario: ScenarioCase) async throws { try await scenario.run() }

  @Test(.serialized, arguments: parts[31])
  static func part32(_ scenario: ScenarioCase) async throws { try await scenario.run() }

}
