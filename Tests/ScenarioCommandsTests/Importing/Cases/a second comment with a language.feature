# language: en
# language: de
Feature: Lamp
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
