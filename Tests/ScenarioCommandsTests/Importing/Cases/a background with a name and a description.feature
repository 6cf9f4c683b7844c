Feature: Lamp
  Background: Light
    It is dark before.
    Given the lamp is bought switched on

  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
