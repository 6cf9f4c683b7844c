Feature: Lamp
  Scenario: It shines
    Given the lamp is bought switched on
    And it is dark
    But somebody is there
    * a cat is there
    When the lamp goes on
    * the lamp goes on
    Then the lamp shines
    But no cat is there
