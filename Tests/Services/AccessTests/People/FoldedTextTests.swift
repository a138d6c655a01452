import TestSupport
import Testing

@testable import Access

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Ärzte", "arzte"), ("ARZTE", "arzte"), ("A\u{308}rzte", "arzte"), ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("  O'Neil-Smith  ", "o neil smith"), ("Łódź Ørsted Æsir", "lodz orsted aesir"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("Σίσυφος", "σισυφοσ"), ("Ｗｉｄｅ ﬁn", "wide fin"), ("李小龍", "李小龍"), ("हिन्दी", "हनद"),
        ("<b>x</b>", "b x b"), ("😀", ""), ("\"' * : ^ -", ""), ("", ""), ("a\u{E000}b", "a b"),
        ("İstanbul", "istanbul"),
        ("نعمی", "نعمی"), ("3000 Bern", "3000 bern"),
    ]) func `what looks alike to somebody in a hurry is the same`(text: String, folded: String) {
        #expect(FoldedText(text).text == folded)
    }

    @Test func `texts of ASCII alone are folded as all others are`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let text = String(
                (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    Character(Unicode.Scalar(UInt8.random(in: 0...127, using: &generator)))
                })
            // A letter that is no ASCII at its end sends it the long way.
            #expect(FoldedText(text + " é").text == (FoldedText(text).text + " e").trimmed)
        }
    }

    @Test func `what is folded is folded for good`() {
        for text in ["Ärzte ß Æ ΣΊΣ हिन्दी ﬁ ² Ǆ İ", "ŉ ǰ ΐ"] {
            let folded = FoldedText(text).text
            #expect(FoldedText(folded).text == folded)
        }
    }

    @Test(arguments: [
        ("du", "anna du pont", false, true), ("du", "anna dupont", false, true), ("du", "anna adu", false, false),
        ("du", "anna dupont", true, false), ("na du", "anna du", false, false), ("", "x", false, true),
        ("anna d", "anna du", false, true), ("x", "", false, false), ("du", "du", true, true),
    ]) func `a word begins where a space was`(part: String, whole: String, asWhole: Bool, isThere: Bool) {
        #expect(FoldedText(part).isPart(of: FoldedText(whole), asWhole: asWhole) == isThere)
    }
}

extension String {
    fileprivate var trimmed: String { hasPrefix(" ") ? String(dropFirst()) : self }
}
