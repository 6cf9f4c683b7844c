Feature: Lamp
  Light for everybody: a lamp
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
