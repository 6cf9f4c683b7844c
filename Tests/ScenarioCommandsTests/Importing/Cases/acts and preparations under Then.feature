Feature: Lamp
  Scenario: It shines
    When the lamp breaks
    Then the lamp goes on
    And the lamp shines
    And the lamp is bought switched on
    And 3 d pass
