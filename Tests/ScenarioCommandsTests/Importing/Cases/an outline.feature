Feature: Lamp
  Scenario Outline: <count> cats
    Given <count> cats named "<name>"
    Then the first is:
      | name   | age     |
      | <name> | <count> |
    Examples:
      | count | name |
      | 1     | Tom  |
      | 12    | Kit  |
