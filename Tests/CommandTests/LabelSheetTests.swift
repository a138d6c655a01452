import Access
import Testing

@testable import tagalong

/// Labels of found pages, to be printed.
struct LabelSheetTests {
    @Test(arguments: [
        ("<b>&", "&lt;b&gt;&amp;"), ("\u{0D4E}<img src=x>", "\u{0D4E}&lt;img src=x&gt;"),
    ])
    func `a name with markup in it is printed as it is`(name: String, printed: String) throws {
        let code = FoundCode(typed: "00000-00000-00000-00000-000000")
        let sheet = LabelSheet([LabelSheet.Label(name: name, code: code, address: "https://tag.example\(code.path)")])
        // By bytes, as a browser reads it.
        let bytes = Array(try sheet.html().utf8)
        #expect(bytes.firstRange(of: Array("<strong dir=\"auto\">\(printed)</strong>".utf8)) != nil)
    }
}
