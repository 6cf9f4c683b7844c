Feature: Lamp
  As somebody in the dark
    I want light

  so that I can read

  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
