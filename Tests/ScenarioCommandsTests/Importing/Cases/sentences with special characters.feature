Feature: "Lamp": the #1
  Scenario: - {odd}
    Given "a": b
    And #1 is first
    And - nothing
    And null
    And 12
    When [a] & {b}
    Then it says 'yes': "no"
