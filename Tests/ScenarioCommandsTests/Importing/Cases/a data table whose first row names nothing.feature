Feature: Lamp
  Scenario: Users
    Given the users:
      | a | a |
      | 1 | 2 |
    And the places:
      |   | b |
      | 1 | 2 |
