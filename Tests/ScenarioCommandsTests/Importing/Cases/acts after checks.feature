Feature: Lamp
  Scenario: It shines
    Given it is dark
    When the lamp goes on
    Then the lamp shines
    And it is bright
    When the lamp breaks
    But somebody is there
    Then it is dark
