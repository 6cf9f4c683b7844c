Feature: Lamp
  Scenario: It shines
    Given the lamp goes on
    And the lamp shines
    When the lamp breaks
    Then it is dark
