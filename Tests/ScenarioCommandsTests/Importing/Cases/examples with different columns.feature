Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> cats and <b> dogs
    Examples:
      | a |
      | 1 |
    Examples:
      | b | a |
      | 5 | 2 |
