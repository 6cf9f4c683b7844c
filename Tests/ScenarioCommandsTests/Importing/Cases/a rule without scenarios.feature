Feature: Lamp
  Rule: Light
  Rule: Darkness
    Example: It shines
      Then the lamp shines
