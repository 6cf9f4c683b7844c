Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> cats
    @few
    Examples:
      | a |
      | 1 |
    @many
    Examples: later
      | a |
