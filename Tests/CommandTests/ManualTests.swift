import Foundation
import Testing

@testable import tagalong

@Suite struct ManualTests {
    private func pages() throws -> [ManualPage] { ManualPage.all(of: try .program(), version: "1.2.3") }

    @Test func `every command has a page, and so has the configuration file`() throws {
        let files = try pages().map(\.file)
        #expect(Set(files).count == files.count)
        for file in ["tagalong.1", "tagalong-up.1", "tagalong-place-add.1", "tagalong-config.5"] {
            #expect(files.contains(file))
        }
        let commands = try CommandDump.program().all
        #expect(files.count == commands.count + commands.flatMap(\.formerWords).count + 1)
    }

    @Test(arguments: [("forget", "unpair"), ("account-looks", "account-access-log")])
    func `a command that was renamed is found under its former name`(former: String, present: String) throws {
        let pages = try pages()
        #expect(
            pages.first { $0.file == "tagalong-\(former).1" }?.text == ".so man1/tagalong-\(present).1\n"
        )
        let page = try #require(pages.first { $0.file == "tagalong-\(present).1" }).text
        #expect(page.contains("\n\(Roff.escaped("tagalong-\(present), tagalong-\(former)")) \\- "))
    }

    @Test func `a page tells options, values and examples`() throws {
        let page = try #require(try pages().first { $0.file == "tagalong-history.1" }).text
        #expect(page.contains(".SH \"SYNOPSIS\"\n\\fBtagalong history\\fR [\\fIoptions\\fR]\n"))
        #expect(page.contains(".TP\n\\fB\\-\\-broker\\fR \\fIurl\\fR\n"))
        #expect(page.contains("tagalong history \\-\\-broker mqtt://localhost\n"))
        #expect(page.contains("\\fBtagalong\\-config\\fR(5)"))
    }

    @Test func `every setting of the configuration file is told of`() throws {
        let page = try #require(try pages().first { $0.file == "tagalong-config.5" }).text
        for key in SettingKey.allCases {
            #expect(page.contains(".TP\n\(Roff.bold(key.rawValue))\n"))
            #expect(!page.contains("See \\-\\-\(key.rawValue)."), "no command has the flag of \(key.rawValue)")
        }
    }

    /// A line that begins with a dot is a request, and one that a page does not mean is an error.
    @Test func `no line is a request by accident`() throws {
        let known = ["TH", "SH", "PP", "TP", "RS", "RE", "nf", "fi", "br", "nh", "ad", "so"]
        for page in try pages() {
            for line in page.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
                let request = line.dropFirst().prefix { $0.isLetter }
                #expect(known.contains(String(request)), "\(page.file): \(line)")
            }
        }
    }

    @Test(arguments: [
        ("--broker", "\\-\\-broker"), (".hidden", "\\&.hidden"), ("'quoted'", "\\(aqquoted\\(aq"), (#"a\b"#, "a\\eb"),
    ])
    func `what the formatter would take for its own is written so that it does not`(text: String, expected: String) {
        #expect(Roff.escaped(text) == expected)
    }
}
