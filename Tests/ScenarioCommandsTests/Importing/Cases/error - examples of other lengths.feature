Feature: Lamp
  Scenario Outline: <a>
    Given <a>
    Examples:
      | a |
      | 1 | 2 |
