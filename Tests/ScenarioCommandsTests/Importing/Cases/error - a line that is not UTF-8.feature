Feature: Lamp
  Scenario: café
