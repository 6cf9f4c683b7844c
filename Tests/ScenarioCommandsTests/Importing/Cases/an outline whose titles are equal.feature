Feature: Lamp
  Scenario Outline: <a>
    Given <a> and <b>
    Examples:
      | a | b |
      | 1 | 1 |
      | 1 | 2 |
