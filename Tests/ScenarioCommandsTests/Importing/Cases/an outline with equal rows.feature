Feature: Lamp
  Scenario Outline: Cats
    Given <a>
    Examples:
      | a |
      | 1 |
      | 1 |
