Feature: Lamp
  Background:
    Given the lamp is bought switched on

  Rule: Light comes at once
    # about it
    Background: Dark
      Given it is dark
      When the lamp goes on

    Example: It shines
      Then the lamp shines
