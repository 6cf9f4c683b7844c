@feature @slow
Feature: Lamp
  @one
  @two @three
  Scenario: It shines
    Then the lamp shines

  @rule
  Rule: Light
    @outline
    Scenario Outline: Again
      When the lamp goes on
      Then the lamp was switched <times> time
      @examples
      Examples:
        | times |
        | 1     |
