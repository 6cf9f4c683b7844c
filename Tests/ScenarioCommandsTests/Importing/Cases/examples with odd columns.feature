Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> and <column>
    Examples:
      | a | a | |
      | 1 | 2 | 3 |
