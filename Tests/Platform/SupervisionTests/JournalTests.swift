import Foundation
import TestSupport
import Testing

@testable import Supervision

@Suite struct JournalTests {
    @Test func `an entry is one field a line, and text with line feeds has its length in front`() {
        var entry = JournalEntry("left behind", priority: 4)
        entry["TAGALONG_ITEM"] = "sam/keys"
        #expect(
            String(decoding: entry.bytes, as: UTF8.self)
                == "MESSAGE=left behind\nPRIORITY=4\nTAGALONG_ITEM=sam/keys\n"
        )
        let long = JournalEntry("two\nlines", priority: 3)
        let expected =
            Array("MESSAGE\n".utf8) + [9, 0, 0, 0, 0, 0, 0, 0] + Array("two\nlines\nPRIORITY=3\n".utf8)
        #expect(long.bytes == expected)
    }

    @Test func `nobody makes a field of a message`() {
        // Whoever names a thing "x\nPRIORITY=0" gets a long message, and no field.
        let entry = JournalEntry("x\nPRIORITY=0", priority: 6)
        #expect(String(decoding: entry.bytes, as: UTF8.self).hasSuffix("PRIORITY=0\nPRIORITY=6\n"))
        #expect(entry.bytes.starts(with: Array("MESSAGE\n".utf8) + [12]))
    }

    @Test(arguments: [("item", "ITEM"), ("TAGALONG_a-b", "TAGALONG_A_B"), ("_secret", "SECRET"), ("", "FIELD")])
    func `names of fields become such as journald takes`(given: String, expected: String) {
        var entry = JournalEntry("", priority: 6)
        entry[given] = "1"
        #expect(entry[expected] == "1")
        #expect(String(decoding: entry.bytes, as: UTF8.self).contains("\n\(expected)=1\n"))
    }

    @Test func `an entry arrives as one datagram`() throws {
        let receiver = try DatagramReceiver()
        let journal = try #require(Journal(path: receiver.path))
        #expect(journal.write(JournalEntry("hello", priority: 6)))
        #expect(receiver.datagrams == [Data("MESSAGE=hello\nPRIORITY=6\n".utf8)])
    }

    @Test func `a journal that is not there is told to the caller`() throws {
        let journal = try #require(Journal(path: "/nowhere/to/be/found"))
        #expect(!journal.write(JournalEntry("hello", priority: 6)))
    }

    @Test(arguments: [[:], ["JOURNAL_STREAM": ""], ["JOURNAL_STREAM": "0:0"], ["JOURNAL_STREAM": "x"]])
    func `standard error that leads elsewhere is no journal`(environment: [String: String]) {
        #expect(Journal(environment: environment) == nil)
    }
}
