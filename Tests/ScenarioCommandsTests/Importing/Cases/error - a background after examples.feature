Feature: Lamp
  Rule: Light
    Scenario Outline: <a>
      Given <a>
      Examples:
        | a |
        | 1 |
    Background:
      Given it is dark
