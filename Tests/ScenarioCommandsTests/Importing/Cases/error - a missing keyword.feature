Feature: Lamp
  Scenario: It shines
    When the lamp goes on
    the lamp shines
