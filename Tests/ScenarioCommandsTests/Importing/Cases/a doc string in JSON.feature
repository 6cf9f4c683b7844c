Feature: Lamp
  Scenario Outline: Answers
    Given the answer:
      """json
      {
        "token": "abc123", "user":{"name":"<name>","age":<age>},
        "path": "a\/b: c",
	"numbers": [1.50, -2e3, "007", null, true], "empty": {}, "": "\ud83d\ude00"
      }
      """
    When the answers come:
      """application/json
      [{ "id": 1 }, { "id": 2 }]
      """
    And someone writes "x" on it

    Examples:
      | name | age |
      | Anna | 36  |
