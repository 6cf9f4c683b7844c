Feature: Lamp
  Scenario: It shines
    And it is dark
    Then the lamp shines
