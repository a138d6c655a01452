import TestSupport
import Testing
import Tracking

@Suite struct OwnTracksNameTests {
    @Test(arguments: [
        ("sam", "sam"), ("A-1_b", "A-1_b"), ("x--", "x--"), ("x--sam", "x--sam"), ("b--sam", "b--sam"),
        ("sam@mail.example", "x--sam_40mail_2eexample"), ("My Phone", "x--My_20Phone"), ("Zoë", "x--Zo_c3_ab"),
        ("a_b.c", "x--a_5fb_2ec"), ("..", "x--_2e_2e"), ("x--Zo_c3_ab", "x--x--Zo_5fc3_5fab"),
        ("Александр Петров", "b--0JDQu9C10LrRgdCw0L3QtNGAINCf0LXRgtGA0L7Qsg"),
        // Capital digits, a letter that need not be escaped, half a letter, one that is not composed: nobody's.
        ("x--Zo_C3_AB", "x--Zo_C3_AB"), ("x--_41", "x--_41"), ("x--_c3", "x--_c3"), ("x--Zoe_cc_88", "x--Zoe_cc_88"),
    ])
    func `a user is written as a name`(text: String, name: String) throws {
        #expect(try Name(ownTracks: text).text == name)
        #expect(try Name(name).ownTracks == text)
    }

    @Test func `how a letter was composed does not matter`() throws {
        #expect(try Name(ownTracks: "Zoe\u{308}") == Name(ownTracks: "Zoë"))
        #expect(Array(try Name(ownTracks: "Zoe\u{308}").ownTracks.utf8) == Array("Zo\u{EB}".utf8))
    }

    @Test(arguments: [
        "", "a/b", "a+b", "#", "a\0b", "a\u{7}b", "a\nb", "a\u{202E}b", "a\u{85}b", "Zo\u{FFFD}",
        String(repeating: "ж", count: 23),
        String(repeating: "x", count: 65), String(repeating: ".", count: 46),
    ])
    func `what no topic has, cannot be seen or is too long is nobody's`(text: String) {
        #expect(throws: Name.Unwritable.self) { try Name(ownTracks: text) }
    }

    @Test func `each text is read again from its name, and no two have one`() {
        var random = SeededGenerator(seed: 6)
        let alphabet = Array("abXY09-_x--b--_2e_5f.@ ëж漢€😀~%$'\"\\&<>")
        var texts: [Name: String] = [:]
        for _ in 0..<20_000 {
            let length = Int.random(in: 1...24, using: &random)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
            guard let name = try? Name(ownTracks: text) else { continue }
            #expect(name.ownTracks == text)
            #expect(texts.updateValue(text, forKey: name) ?? text == text)
            // And the name itself, which somebody else may have.
            if let other = try? Name(ownTracks: name.text), other.text != text {
                #expect(other != name || text == name.text)
            }
        }
        #expect(texts.count > 10_000)
    }

    @Test func `each name stands for one text, and is written for that one`() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("abcx-_0245f")
        for round in 0..<20_000 {
            let length = Int.random(in: 1...12, using: &random)
            let body = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
            let name = try Name(["x--", "b--", ""][round % 3] + body)
            #expect((try? Name(ownTracks: name.ownTracks)) == name)
        }
    }
}
