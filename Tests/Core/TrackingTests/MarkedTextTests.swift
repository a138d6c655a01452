import Testing
import Tracking

/// Marks that stand for something else where a text is put.
struct MarkedTextTests {
    @Test(arguments: [
        ("", ""), ("Grüne Tasche", "Grüne Tasche"), ("<b>&\"", "&lt;b&gt;&amp;&quot;"),
        ("\u{0D4E}<\u{0D4E}>\u{0D4E}&\u{0D4E}\"", "\u{0D4E}&lt;\u{0D4E}&gt;\u{0D4E}&amp;\u{0D4E}&quot;"),
        ("<\u{301}", "&lt;\u{301}"),
    ])
    func `no mark of HTML stays, whatever letter it stands with`(text: String, escaped: String) {
        #expect(Array(text.markupEscaped.utf8) == Array(escaped.utf8))
    }

    @Test func `only the marks that are asked for are replaced`() {
        let text = "a\u{0D4E}\"<b"
        #expect(Array(text.replacingMarks([0x22: "\"\""]).utf8) == Array("a\u{0D4E}\"\"<b".utf8))
    }
}
