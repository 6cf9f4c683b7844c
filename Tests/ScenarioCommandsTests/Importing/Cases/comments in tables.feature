Feature: Lamp
  Scenario: Users
    Given the users:
      # names
      | name |
      # the first
      | Ada  |

      # the second
      | Ben  |
    Then all are there
