Feature: Lamp
  Scenario: It shines
    @tag
    When the lamp goes on
