Feature: Lamp
  Scenario: Later
    Nobody knows how.
