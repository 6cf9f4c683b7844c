Feature: Lamp
  Scenario: Texts
    Given the texts:
      | text       | other |
      | a \| b     | c\\d  |
      | two\nlines | \x    |
      | null       | ~     |
      | # no       |       |
      | "quoted"   | it's  |
      | {a: [b]}   | -1.5  |
