Feature: Lamp
  Nobody has written any.
