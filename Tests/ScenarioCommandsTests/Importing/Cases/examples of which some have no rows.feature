Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> cats
    Examples: some
      | a |
      | 1 |
    Examples: none
      | a |
