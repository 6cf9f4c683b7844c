Feature: Lamp
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines

  Rule: Light
    Example: It shines
      Then the lamp shines
