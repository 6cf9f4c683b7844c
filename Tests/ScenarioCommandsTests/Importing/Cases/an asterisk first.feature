Feature: Lamp
  Scenario: It shines
    * it is dark
    * the lamp goes on
    * the lamp shines
