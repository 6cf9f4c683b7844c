Scenario: It shines
  Then the lamp shines
