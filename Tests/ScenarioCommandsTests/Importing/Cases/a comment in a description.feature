Feature: Lamp
  One line
  # a comment
  another line
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
