Feature: Lamp
  Scenario: Texts
    Given the text:
      ```
      """ is no end
      # no comment
      Scenario: no scenario
      ```
