@a @a
Feature: Lamp
  @b
  Scenario Outline: <x>
    When I see <x>
    @b
    Examples:
      | x |
      | 1 |
