Feature: Lamp
  Rule: Light comes at once
    Nobody waits for it.

    Example: It shines
      When the lamp goes on
      Then the lamp shines
    Example: It goes on
      When the lamp goes on
      Then the lamp was switched 1 time
