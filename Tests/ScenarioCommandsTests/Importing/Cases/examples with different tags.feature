Feature: Lamp
  @cats
  Scenario Outline: Cats <a>
    Given <a> cats
    @few
    Examples:
      | a |
      | 1 |
    @many @slow
    Examples:
      | a  |
      | 99 |
    Examples:
      | a |
      | 3 |
