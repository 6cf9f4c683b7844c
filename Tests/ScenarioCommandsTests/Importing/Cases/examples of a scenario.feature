Feature: Lamp
  Scenario: Cats <a>
    Given <a> cats
    Scenarios:
      | a |
      |   |
      | 2 |
