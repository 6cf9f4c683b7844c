import Foundation
import Testing

@testable import ReaderApp

@Suite("Dates of mail and RSS")
struct InternetDateTests {
  @Test(arguments: [
    ("Mon, 28 Sep 2015 10:30:00 GMT", 1_443_436_200), ("28 Sep 2015 10:30:00 GMT", 1_443_436_200),
    ("Mon, 28 Sep 2015 10:30 GMT", 1_443_436_200), ("28 Sep 15 10:30 UT", 1_443_436_200),
    ("mon, 28 SEPTEMBER 2015 10:30:00 utc", 1_443_436_200),
    ("  Mon,  28 Sep\t2015 10:30:00   Z\n", 1_443_436_200),
    ("Mon, 28 Sep 2015 13:30:00 +0300", 1_443_436_200),
    ("Mon, 28 Sep 2015 16:00:00 +0530", 1_443_436_200),
    ("Mon, 28 Sep 2015 00:30:00 -1000", 1_443_436_200),
    ("Mon, 28 Sep 2015 06:30:00 EDT", 1_443_436_200),
    ("Mon, 28 Sep 2015 02:30:00 PST", 1_443_436_200),
    ("Mon, 28 Sep 2015 10:30:00 -0000", 1_443_436_200),
    // A wrong day of the week is ignored.
    ("Tue, 28 Sep 2015 10:30:00 GMT", 1_443_436_200),
    ("Thu, 1 Jan 1970 00:00:00 GMT", 0), ("31 Dec 69 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
  ])
  func `a mail or RSS date is read in any of its forms`(text: String, seconds: Double) {
    #expect(InternetDate.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", ",", "yesterday", "Mon,", "28 Sep 2015", "Mon, 28 Sep 2015 10:30:00",
    "Mon, 28 Sep 2015 10:30:00 GMT and more", "2015-09-28T10:30:00Z",
    "Mon, 31 Feb 2015 10:30:00 GMT", "29 Feb 2023 00:00 GMT", "0 Sep 2015 10:30 GMT",
    "28 Sex 2015 10:30 GMT", "28 S 2015 10:30 GMT", "28 Sep 215 10:30 GMT",
    "28 Sep 2015 24:00 GMT", "28 Sep 2015 10:60 GMT", "28 Sep 2015 10:30:61 GMT",
    "28 Sep 2015 10 GMT", "28 Sep 2015 10:30:00:00 GMT", "28 Sep 2015 10:3 GMT",
    "28 Sep 2015 -1:30 GMT", "28 Sep 2015 10:30 XYZ", "28 Sep 2015 10:30 +03:00",
    "28 Sep 2015 10:30 +2400", "28 Sep 2015 10:30 +0360", "28 Sep 2015 10:30 +",
    "28 Sep 2015 10:30 0300",
    "٢٨ Sep 2015 10:30 GMT", "+8 Sep 2015 10:30 GMT",
    "99999999999999999999 Sep 2015 10:30 GMT",
  ])
  func `text that is not a mail or RSS date is rejected`(text: String) {
    #expect(InternetDate.date(from: text) == nil)
  }
}
