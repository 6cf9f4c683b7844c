Feature: Lamp
  Scenario Outline: Cats
    Given "3" cats
    Examples: none yet
      | a\nb |
  Scenario Outline: Dogs
    Given 3 dogs
    Examples:
