import TestSupport
import Testing

@testable import AddressBook

/// Cards as they are written, and read again.
struct CardWriterTests {
    private static let card = ContactCard(
        uid: "tagalong-kim",
        name: "Zoë Muster; Jr.",
        town: "Bern",
        school: "Gymnasium, Bern",
        organization: "ACME \\ Sons",
        entries: [
            ContactCard.Entry(.phone, "+41 31 000 00 00", at: .work, label: "desk"),
            ContactCard.Entry(.mail, "zoe@example.org", at: .home),
            ContactCard.Entry(.address, "Weg 1\n3000 Bern", at: .school),
        ]
    )

    @Test(arguments: [(CardWriter.Version.v4, "UID;VALUE=text:tagalong-kim"), (.v3, "UID:tagalong-kim")])
    func `a card has these bytes`(version: CardWriter.Version, uid: String) {
        let expected = """
            BEGIN:VCARD
            VERSION:\(version.rawValue)
            \(uid)
            FN:Zoë Muster\\; Jr.
            N:;Zoë Muster\\; Jr.;;;
            ORG:ACME \\\\ Sons
            X-SCHOOL:Gymnasium\\, Bern
            ADR:;;;Bern;;;
            item1.TEL;TYPE=work:+41 31 000 00 00
            item1.X-ABLABEL:desk
            EMAIL;TYPE=home:zoe@example.org
            ADR;TYPE=x-school:;;Weg 1\\n3000 Bern;;;;
            END:VCARD

            """
        let written = CardWriter.bytes(of: [Self.card], version)
        #expect(String(decoding: written, as: UTF8.self) == expected.replacing("\n", with: "\r\n"))
    }

    @Test func `a long line goes on in the next one after 75 bytes, and never within a character`() {
        let line = "FN:" + String(repeating: "a", count: 71) + "ü" + String(repeating: "b", count: 73) + "c"
        let expected = "FN:\(String(repeating: "a", count: 71))\r\n ü\(String(repeating: "b", count: 72))\r\n bc\r\n"
        #expect(CardWriter.folded(Array(line.utf8)) == Array(expected.utf8))
        let exact = Array(repeating: UInt8(ascii: "x"), count: 75)
        #expect(CardWriter.folded(exact) == exact + [0x0D, 0x0A])
        #expect(CardWriter.folded(exact + exact).split(separator: 0x0A).map(\.count) == [76, 76, 3])
    }

    @Test(arguments: 0..<200) func `what is written is read as what it was`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let cards = (0..<Int.random(in: 1...6, using: &generator)).map { _ in Self.card(using: &generator) }
        let version = CardWriter.Version.allCases[Int(seed % 2)]
        let bytes = CardWriter.bytes(of: cards, version)
        let book = try AddressBook(vCards: bytes)
        #expect(book.skipped == [] && book.cards.map(\.card) == cards)
        for line in bytes.split(separator: 0x0A) { #expect(line.count <= 76 && line.last == 0x0D) }
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }

    /// A card of letters that are hard to write, without a town, which is read as an address.
    private static func card(using generator: inout SeededGenerator) -> ContactCard {
        let signs = ["a", "Z", "7", ",", ";", ":", "\\", "\"", "=", "^", "é", "ü", "Ж", "李", "🙂", "👩‍👧", " ", "\\n", "."]
        func text(_ length: ClosedRange<Int>) -> String {
            let count = Int.random(in: length, using: &generator)
            let middle = (0..<count).map { _ in signs.randomElement(using: &generator) ?? "" }.joined()
            return "x\(middle)y"
        }
        func maybe(_ text: String) -> String { Bool.random(using: &generator) ? text : "" }
        let entries = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            let kind = ContactCard.Entry.Kind.allCases.randomElement(using: &generator) ?? .phone
            let value = kind == .mail ? text(0...60).filter { $0 != " " } : text(0...60)
            let place = ContactCard.Entry.Place.allCases.randomElement(using: &generator)
            return ContactCard.Entry(
                kind, value, at: Bool.random(using: &generator) ? place : nil, label: maybe(text(0...9)))
        }
        return ContactCard(
            uid: maybe(text(1...40)), name: text(0...80), school: maybe(text(0...20)),
            organization: maybe(text(0...20)),
            entries: entries
        )
    }
}
