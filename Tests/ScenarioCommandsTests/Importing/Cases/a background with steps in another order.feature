Feature: Lamp
  Background:
    When the lamp goes on
    Given somebody is there

  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
