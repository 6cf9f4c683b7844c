Feature: Lamp
  Scenario: Users
    Given the users:
      | Ada | Ben |
    When these go:
      | Ada |
