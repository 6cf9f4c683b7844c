/// A file with the words of one language.
///
/// Each part of a file is read when it is needed, so that stories in English do not wait for the
/// words of others.
struct LanguageFile: Sendable {
  /// A part of the file.
  enum Part: String, CaseIterable {
    case keywords, units, sentences, starter, hints, opposites
    case otherKeys = "other keys"
    case page, studio, messages
  }

  /// All languages: English first, then the others in the order of their codes.
  static let all: [LanguageFile] = {
    let files = candidates.filter { !$0.bytes.isEmpty }.map(LanguageFile.init)
    return files.filter { $0.code == "en" } + files.filter { $0.code != "en" }
  }()

  /// The language's code, such as `de`.
  let code: String

  private let source: SourceFile

  /// The offset of the heading of each part, and that of the part after it.
  private let offsets: [String: Range<Int>]

  /// Creates the file of a language.
  init(code: String, bytes: [UInt8]) {
    self.code = code
    source = SourceFile(path: "\(code).yaml", bytes: bytes)
    let headings = source.lineStarts.filter { $0 < bytes.count && bytes[$0].isASCIILetter }
    var offsets: [String: Range<Int>] = [:]
    for (start, end) in zip(headings, headings.dropFirst() + [bytes.count]) {
      let name = bytes[start..<end].prefix { $0 != .ascii(":") }
      offsets[String(decoding: name, as: UTF8.self)] = start..<end
    }
    self.offsets = offsets
  }

  /// Returns the names in a part with their words, in the order of the file.
  func words(in part: Part) -> [(name: String, words: [String])] {
    guard let range = offsets[part.rawValue] else { return [] }
    let lines = SourceFile(path: source.path, bytes: Array(source.bytes[range]))
    let node = YAMLReader(reading: lines).documents.first?.entries?.first?.value
    return node?.entries?.compactMap { entry in
      entry.key.text.map { ($0, entry.value.items?.compactMap(\.text) ?? [entry.value.text ?? ""]) }
    } ?? []
  }

  /// Returns the words in a part by their names.
  func table(of part: Part) -> [String: [String]] {
    Dictionary(words(in: part).map { ($0.name, $0.words) }) { first, _ in first }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (UInt8.ascii("a") ... .ascii("z")).contains(self) }
}

// MARK: - Files

/// The folder `Files`, with an empty file for each language that has none.
///
/// SwiftPM declares a property for each file that exists.
@dynamicMemberLookup
private protocol LanguageFolder {}

extension LanguageFolder {
  fileprivate static subscript(dynamicMember name: String) -> [UInt8] { [] }
}

extension PackageResources: LanguageFolder {}

extension LanguageFile {
  private typealias Files = PackageResources

  /// The languages that stories may be written in, as soon as they have a file.
  private static let candidates: [(code: String, bytes: [UInt8])] = [
    ("af", Files.af_yaml), ("ar", Files.ar_yaml), ("az", Files.az_yaml), ("be", Files.be_yaml),
    ("bg", Files.bg_yaml), ("bn", Files.bn_yaml), ("bs", Files.bs_yaml), ("ca", Files.ca_yaml),
    ("cs", Files.cs_yaml), ("cy", Files.cy_yaml), ("da", Files.da_yaml), ("de", Files.de_yaml),
    ("el", Files.el_yaml), ("en", Files.en_yaml), ("eo", Files.eo_yaml), ("es", Files.es_yaml),
    ("et", Files.et_yaml), ("eu", Files.eu_yaml), ("fa", Files.fa_yaml), ("fi", Files.fi_yaml),
    ("fr", Files.fr_yaml), ("ga", Files.ga_yaml), ("gl", Files.gl_yaml), ("gu", Files.gu_yaml),
    ("he", Files.he_yaml), ("hi", Files.hi_yaml), ("hr", Files.hr_yaml), ("hu", Files.hu_yaml),
    ("hy", Files.hy_yaml), ("id", Files.id_yaml), ("is", Files.is_yaml), ("it", Files.it_yaml),
    ("ja", Files.ja_yaml), ("ka", Files.ka_yaml), ("kk", Files.kk_yaml), ("ko", Files.ko_yaml),
    ("lt", Files.lt_yaml), ("lv", Files.lv_yaml), ("mk", Files.mk_yaml), ("ml", Files.ml_yaml),
    ("mn", Files.mn_yaml), ("mr", Files.mr_yaml), ("nb", Files.nb_yaml), ("nl", Files.nl_yaml),
    ("nn", Files.nn_yaml), ("pa", Files.pa_yaml), ("pl", Files.pl_yaml), ("pt", Files.pt_yaml),
    ("ro", Files.ro_yaml), ("ru", Files.ru_yaml), ("sk", Files.sk_yaml), ("sl", Files.sl_yaml),
    ("sq", Files.sq_yaml), ("sr", Files.sr_yaml), ("sv", Files.sv_yaml), ("sw", Files.sw_yaml),
    ("ta", Files.ta_yaml), ("te", Files.te_yaml), ("th", Files.th_yaml), ("tr", Files.tr_yaml),
    ("uk", Files.uk_yaml), ("ur", Files.ur_yaml), ("uz", Files.uz_yaml), ("vi", Files.vi_yaml),
    ("zh", Files.zh_yaml),
  ]
}
