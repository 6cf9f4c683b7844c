Feature: Lamp
  Scenario: Users
    Given the users:
      | name  | age | admin |
      | Ada   | 36  | true  |
      | Ben   | 007 | no    |
    And others
