Feature: Lamp
  Scenario:
    Then the lamp shines
  Example:
    Then the lamp shines
