Feature: Lamp
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines

  Scenario: It shines
    Then the lamp shines

  Scenario: It shines
    Then the lamp shines
