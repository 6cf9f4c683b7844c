Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> cats
    Examples:
      | a | a | |
      | 1 | 2 | 3 |
