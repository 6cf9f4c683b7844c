Feature: Lamp
  Scenario: It shines
    Wehn the lamp goes on
    Then the lamp shines
    Thne it is bright
