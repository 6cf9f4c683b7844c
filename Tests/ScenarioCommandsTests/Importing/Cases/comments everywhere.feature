# before the feature
Feature: Lamp
  # before the scenario
  Scenario: It shines
    # before the act
    When the lamp goes on
    # before the check

    # and once more
    Then the lamp shines
    # after the check
# at the end
