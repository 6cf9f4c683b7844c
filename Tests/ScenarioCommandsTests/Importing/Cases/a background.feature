Feature: Lamp
  Background:
    Given the lamp is bought switched on
    And somebody is there

  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
