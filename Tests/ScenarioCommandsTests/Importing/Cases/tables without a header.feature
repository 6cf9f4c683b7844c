Feature: Lamp
  Scenario: Users
    Given the matrix:
      | 1 | 2 |
      | 3 | 4 |
    And the numbers:
      | 5 |
      # the last
      | 6 |
    And the years:
      | name | 2024 |
      | Ada  | 7    |
