import AddressBook
import Testing

/// Files of vCards as they are read.
struct AddressBookTests {
    private func read(_ lines: String..., end: String = "\r\n") throws -> AddressBook {
        try AddressBook(vCards: Array((lines.joined(separator: end) + end).utf8))
    }

    private func read(latin lines: [UInt8]...) throws -> AddressBook {
        try AddressBook(vCards: Array(lines.joined(separator: [0x0D, 0x0A])))
    }

    /// One card of a version, with some properties.
    private func card(_ version: String = "4.0", _ lines: String...) throws -> ContactCard {
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        let book = try AddressBook(vCards: Array(all.joined(separator: "\r\n").utf8))
        #expect(book.skipped == [])
        return try #require(book.cards.first).card
    }

    @Test func `P-16 a card of version 3 is read as phones write it`() throws {
        let card = try card(
            "3.0",
            "PRODID:-//Apple Inc.//iPhone OS 17.0//EN", "N:Muster;Sam;;;", "FN:Sam Muster", "ORG:ACME\\, Ltd.;Sales;",
            "item1.EMAIL;type=INTERNET;type=HOME;type=pref:Sam@Example.org", "item1.X-ABLabel:_$!<Other>!$_",
            "TEL;type=CELL;type=VOICE:+41 79 000 00 00",
            "ADR;type=WORK:;;Main Street 1\\nFloor 2;Bern;;3000;Switzerland", "UID:7a1b", "NOTE:nothing\\n"
        )
        #expect(card.name == "Sam Muster" && card.organization == "ACME, Ltd., Sales" && card.uid == "7a1b")
        #expect(
            card.entries == [
                ContactCard.Entry(.mail, "Sam@Example.org", at: .home, label: "other"),
                ContactCard.Entry(.phone, "+41 79 000 00 00"),
                ContactCard.Entry(.address, "Main Street 1, Floor 2, Bern, 3000, Switzerland", at: .work),
            ]
        )
    }

    @Test func `P-16 a card of version 4 is read with its quoted and coded parameters`() throws {
        let card = try card(
            "4.0",
            "KIND:individual", "FN;LANGUAGE=\"de:ch;x\":Zoë \\\\ Ünlü", "EMAIL;TYPE=work;PREF=1:mailto:zoe@example.org",
            "TEL;VALUE=uri;TYPE=\"home,voice\":tel:+1-555-0100;ext=5", "ADR;LABEL=\"a^nb^^c^'d\":;;Weg 1;Ulm;;;",
            "TITLE:boss"
        )
        #expect(card.name == "Zoë \\ Ünlü" && card.mails == ["zoe@example.org"])
        #expect(card.entries.map(\.value) == ["zoe@example.org", "+1-555-0100;ext=5", "Weg 1, Ulm"])
        #expect(card.entries.map(\.place) == [.work, .home, nil])
    }

    @Test func `a card of version 2_1 is read with quoted-printable over several lines, and Latin-1`() throws {
        let card = try card(
            "2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=", "=B6rg",
            "EMAIL;INTERNET;WORK:j@example.org",
            "NOTE;ENCODING=QUOTED-PRINTABLE:EMAIL:=", "EMAIL:not@example.org", "PHOTO;ENCODING=BASE64;JPEG:AAAA",
            "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=F6rg M=FCller"
        )
        #expect(card.name == "Jörg Müller" && card.mails == ["j@example.org"] && card.entries.first?.place == .work)
    }

    @Test func `a long head before many lines of quoted-printable is looked at once`() throws {
        let head = "FN;QUOTED-PRINTABLE;" + String(repeating: "X", count: 65_000) + ":=\n"
        let lines = ["BEGIN:VCARD\nVERSION:2.1\n", head] + Array(repeating: "=\n", count: 300_000)
        let end = "Kim\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Lee\nEND:VCARD\n"
        let book = try AddressBook(vCards: Array((lines.joined() + end).utf8))
        #expect(book.cards.last?.card.name == "Lee" && book.cards.last?.line == 300_006)
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func `lines may end in any of three ways, and a byte order mark stands before`(
        end: String
    ) throws {
        let book = try read(
            "\u{FEFF}BEGIN:VCARD", "VERSION:3.0", "FN:Sam", "", "END:VCARD", "begin:vcard", "Version:4.0", "fn:Kim",
            "end:vcard", end: end
        )
        #expect(book.cards.map(\.card.name) == ["Sam", "Kim"] && book.cards.map(\.line) == [1, 6])
    }

    @Test func `folds are undone by bytes, also within a character, a name and an escape`() throws {
        let book = try read(
            latin: Array("BEGIN:VCARD".utf8), Array("VERSION:4.0".utf8), Array("F".utf8), Array(" N:Zo".utf8) + [0xC3],
            [0x20, 0xAB] + Array(" Muster\\".utf8), Array("\t, B.".utf8), Array("END:VCARD".utf8)
        )
        #expect(book.cards.map(\.card.name) == ["Zoë Muster, B."])
    }

    @Test func `Latin-1 without a word is read of version 3, and is told of with its line in version 4`() throws {
        func book(_ version: String) throws -> AddressBook {
            try read(
                latin: Array("BEGIN:VCARD".utf8), Array("VERSION:\(version)".utf8),
                Array("FN:J".utf8) + [0xF6, 0x72, 0x67],
                Array("END:VCARD".utf8)
            )
        }
        #expect(try book("3.0").cards.map(\.card.name) == ["Jörg"])
        #expect(try book("4.0").skipped.map(\.description) == ["line 3: text in UTF-8 is expected"])
    }

    @Test(arguments: [
        ("FN:Sam\r\nFN", 4, "a name, a colon and a value are expected, as in FN:Sam Muster"),
        ("FN;X=\"a:Sam", 3, "a second \" is expected"),
        ("NOTE:nobody", 1, "there is neither a name nor an address in this card"),
        ("FN;CHARSET=EBCDIC:Sam", 3, "text in UTF-8 or ISO-8859-1 is expected, found 'ebcdic'"),
        ("FN;ENCODING=B:U2Ft", 3, "plain text or quoted-printable is expected, found 'b'"),
        ("FN:Family\r\nKIND:group", 4, "this card is a list of people, which is not taken in"),
    ])
    func `P-16 a broken card is told with its line, and the others are read`(
        lines: String, line: Int, said: String
    ) throws {
        let good = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Kim\r\nEND:VCARD"
        let book = try read("BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)\r\nEND:VCARD", good)
        #expect(book.cards.map(\.card.name) == ["Kim"] && book.skippedCount == 1)
        #expect(book.skipped.map(\.description) == ["line \(line): \(said)"])
    }

    @Test func `a card without an end, one without a version, one of another, and what is in none are told of`() throws
    {
        let book = try read(
            "FN:Nobody", "FN:Still nobody", "BEGIN:VCARD", "VERSION:4.0", "FN:One", "BEGIN:VCARD", "FN:Two",
            "END:VCARD",
            "END:VCARD", "BEGIN:VCARD", "VERSION:5.0", "END:VCARD", "BEGIN:VCARD", "VERSION:4.0", "FN:Three"
        )
        #expect(book.cards.isEmpty && book.skippedCount == 4)
        #expect(
            book.skipped.map(\.description) == [
                "line 1: this stands in no card; BEGIN:VCARD is expected before it",
                "line 3: END:VCARD is expected before the next card or the end of the file",
                "line 6: VERSION:3.0 or VERSION:4.0 is expected in this card",
                "line 9: this stands in no card; BEGIN:VCARD is expected before it",
                "line 11: VERSION:3.0 or VERSION:4.0 is expected, found '5.0'",
                "line 13: END:VCARD is expected before the next card or the end of the file",
            ]
        )
    }

    @Test func `whoever is called nothing is called by the organization or the address`() throws {
        #expect(try card("3.0", "FN:", "N:;;;;", "ORG:ACME", "EMAIL:a@example.org").name == "ACME")
        #expect(try card("3.0", "EMAIL:a@example.org").name == "a@example.org")
        #expect(try card("3.0", "N:van Beethoven;Ludwig;;Herr;").name == "Herr Ludwig van Beethoven")
    }

    @Test func `what cannot be seen is gone, and a long text is cut`() throws {
        #expect(try card("4.0", "FN: Sam\u{202E}\u{7} \\n Muster ").name == "Sam, Muster")
        #expect(try card("4.0", "FN:\(String(repeating: "é", count: 500))").name.count == 200)
    }

    @Test func `a file that is none, one of UTF-16, one that is too long, and one of too many cards are refused`()
        throws
    {
        func refusal(_ bytes: [UInt8]) -> AddressBookError? {
            do throws(AddressBookError) { _ = try AddressBook(vCards: bytes) } catch { return error }
            return nil
        }
        #expect(refusal([]) == .noCards && refusal(Array("name,mail\r\nSam,sam@example.org\r\n".utf8)) == .noCards)
        #expect(refusal([0xFF, 0xFE, 0x42, 0x00]) == .wideCharacters)
        #expect(refusal([UInt8](repeating: 0x20, count: AddressBook.mostBytes + 1)) == .tooLarge)
        let card = "BEGIN:VCARD\nVERSION:4.0\nFN:x\nEND:VCARD\n"
        let most = String(repeating: card, count: AddressBook.mostCards)
        #expect(try AddressBook(vCards: Array(most.utf8)).cards.count == AddressBook.mostCards)
        #expect(refusal(Array((most + card).utf8)) == .tooManyCards)
    }

    @Test func `a file of 10 MB, nearly all of it pictures, is read to its end`() throws {
        let line = String(repeating: "A", count: 74)
        let photo = (["PHOTO;ENCODING=b;TYPE=JPEG:\(line)"] + [String](repeating: " " + line, count: 25)).joined(
            separator: "\r\n")
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Sam\r\n\(photo)\r\nEMAIL:sam@example.org\r\nEND:VCARD\r\n"
        let count = min(AddressBook.mostCards, AddressBook.mostBytes / card.utf8.count)
        let book = try AddressBook(vCards: Array(String(repeating: card, count: count).utf8))
        #expect(book.cards.count == count && book.cards.allSatisfy { $0.card.mails == ["sam@example.org"] })
    }

    @Test func `a line that never ends takes its card with it, unless nobody needs it`() throws {
        let long = String(repeating: "x", count: 70_000)
        let book = try read(
            "BEGIN:VCARD", "VERSION:4.0", "FN:Sam", "NOTE:\(long)", "END:VCARD", "BEGIN:VCARD", "VERSION:4.0",
            "FN:\(long)", "END:VCARD"
        )
        #expect(book.cards.map(\.card.name) == ["Sam"])
        #expect(book.skipped.map(\.line) == [8] && book.skipped.first?.reason == .tooLong)
    }
}
