Feature: Lamp
  Scenario: Users
    Given the users:
      | name | ignored
      | Ada  |
