Feature: Lamp
  @a
  Scenario Outline: Cats
    Given 3 cats
    @b
    Examples:
      | a |
    @c
    Examples:
      | a |
