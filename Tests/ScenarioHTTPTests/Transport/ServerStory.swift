import StoryTestSupport

/// Returns a scenario with the answer of the server on line 7.
func server(_ answer: String, shows shown: String) -> String {
  scenario(
    "news",
    """
    given:
      the server answers GET https://news.example/latest:
        \(answer)
    when: the reader taps load
    then: { eventually: { the screen shows: \(shown) } }
    """)
}
