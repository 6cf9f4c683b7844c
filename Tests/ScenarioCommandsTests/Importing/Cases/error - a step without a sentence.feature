Feature: Lamp
  Scenario: It shines
    When 
