Feature: Lamp
  Scenario: Users
    Given the users:
      | name | age |
      | Ada  |
