Feature: Lamp
  # one tags: [b]
  Scenario: It shines
    firstsecond
    When the lamp goes on
    Then the lamp shines
