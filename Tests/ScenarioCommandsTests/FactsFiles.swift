/// Stories for the module `facts` of the sample app.
enum FactsFiles {
  static let path = "Scenarios/facts.yaml"

  static let story = """
    story: Interesting facts
    module: facts
    tags: [facts]
    scenarios:
      - scenario: The screen appears
        tags: [smoke]
        when: the screen appears
        then: { the screen shows: { state: initial } }
        scenarios:
          - scenario: Loading succeeds
            given:
              the server answers GET https://info-example.com/get_info:
                after: 100 ms
                json: { infoText: A fact, identifier: 1, creationDate: "2021-09-27T11:07:24" }
            when: the reader taps "Load a useful fact"
            then:
              - within 1 s:
                  the screen shows:
                    state: info
                    infoText: A fact
            scenarios:
              - scenario: Tapping details opens the details screen
                when: the reader taps "Show details"
                then: the details screen opened for fact 1
          - scenario: Tapping details before anything is loaded does nothing
            when: the reader taps "Show details"
            then: the details screen did not open
    """

  static let failingStory = story.replacing("infoText: A fact\n", with: "infoText: A lie\n")

  /// A story with an unknown key, an unknown sentence and a missing sentence.
  static let brokenStory = """
    story: Broken facts
    module: facts
    scenarios:
      - scenario: The screen comes up
        wehn: the screen appears
        then: the details screen did not opne
      - scenario: It appears again
        when:
    """
}
