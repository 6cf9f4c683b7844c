Feature: Lamp
  # about the feature
  One line
  # about the scenario
  Scenario: It shines
    # about its text
    Every evening.
    # about the act
    When the lamp goes on
    Then the lamp shines
