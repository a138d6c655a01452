import Bluetooth
import Synchronization
import Testing

@testable import tagalong

struct TerminalPersonTests {
    private static let tag = BluetoothAddress(bits: 1)

    private actor Answers: LineSource {
        var lines: [String]

        init(_ lines: [String]) { self.lines = lines }

        func next() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
    }

    private final class Said: Sendable {
        private let text = Mutex("")
        var all: String { text.withLock { $0 } }
        func note(_ words: String) { text.withLock { $0 += words } }
    }

    private func person(_ answers: [String], trusts: Bool = false) -> (TerminalPerson, Said) {
        let said = Said()
        return (TerminalPerson(answers: Answers(answers), trusts: trusts) { said.note($0) }, said)
    }

    @Test(arguments: [("y", true), (" YES ", true), ("n", false), ("", false), ("yep", false)])
    func `a number counts as compared only when the person says so`(_ answer: String, _ expected: Bool) async {
        let (person, said) = person([answer])
        #expect(await person.confirms(1234, shownBy: Self.tag) == expected)
        #expect(said.all == "Does the tag show 001234? [y/N] ")
    }

    @Test func `the end of the input is a no`() async {
        let (person, _) = person([])
        #expect(await !person.confirms(1, shownBy: Self.tag))
        #expect(await person.passkey(shownBy: Self.tag) == nil)
    }

    @Test func `with --yes the number is told and taken as compared`() async {
        let (person, said) = person([], trusts: true)
        #expect(await person.confirms(7, shownBy: Self.tag))
        #expect(said.all.contains("000007"))
    }

    @Test(arguments: [
        (["123456"], 123_456), (["001 234"], 1234), (["x", "7"], 7), ([""], nil), (["-1", "1234567", "+3", "4"], nil),
    ])
    func `a passkey has up to six digits, and is asked for three times`(_ lines: [String], _ expected: Int?) async {
        let (person, _) = person(lines)
        #expect(await person.passkey(shownBy: Self.tag) == expected)
    }

    @Test func `a number to be typed on the tag has six digits`() async {
        let (person, said) = person([])
        await person.show(42, for: Self.tag)
        #expect(said.all == "Type 000042 on the tag.\n")
    }
}
