Feature: Lamp
  # comment
  Background: Nothing

  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
