Feature: Lamp
  Scenario Outline: Cats
    Given <count> cats
    Examples:
      | count |
      | 1     |
      | 2     |
