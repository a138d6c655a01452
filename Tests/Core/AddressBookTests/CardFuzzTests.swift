import AddressBook
import TestSupport
import Testing

/// Bytes that nobody should send: nothing traps, and what is read can be written and read again.
struct CardFuzzTests {
    private static let pieces = [
        "BEGIN:VCARD", "END:VCARD", "VERSION:3.0", "VERSION:4.0", "VERSION:2.1", "\r\n", "\n", "\r", "\r\n ", "\n\t",
        "FN:", "N:", ";", ":", "=", "\"", "\\", "^", "EMAIL;TYPE=", "ENCODING=QUOTED-PRINTABLE", "CHARSET=", "=\r\n",
        "item1.", "X-ABLabel:", "_$!<", ">!$_", "PHOTO:", "\u{FEFF}", "é", "a@b.c",
    ].map { Array($0.utf8) }

    @Test(arguments: 0..<300) func `no bytes trap it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...300, using: &generator) {
            if Int.random(in: 0..<6, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            } else {
                bytes += Self.pieces.randomElement(using: &generator) ?? []
            }
        }
        guard let book = try? AddressBook(vCards: bytes) else { return }
        let cards = book.cards.map(\.card)
        #expect(book.skipped.count <= AddressBook.mostTold)
        let again = try? AddressBook(vCards: CardWriter.bytes(of: cards))
        #expect((again?.cards ?? []).count == cards.count)
    }
}
