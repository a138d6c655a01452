import Testing
import Tracking

@Suite struct NameTests {
    @Test(arguments: ["sam", "A-1_b", String(repeating: "x", count: 64)])
    func `letters, digits, underscore and hyphen make a name`(_ text: String) throws {
        #expect(try Name(text).text == text)
    }

    @Test(arguments: ["", "a/b", "a+b", "#", "é", "a b", String(repeating: "x", count: 65)])
    func `anything else does not`(_ text: String) {
        #expect(throws: Name.Invalid.self) { try Name(text) }
    }

    @Test(arguments: ["", "   ", "a\nb", String(repeating: "é", count: 61)])
    func `an item's name has 1 to 60 characters (case 1-4-1)`(_ text: String) {
        #expect(throws: ItemName.Invalid.self) { try ItemName(text) }
    }

    @Test(arguments: [
        "a" + String(repeating: "\u{301}", count: 120_000), "a" + String(repeating: "\u{301}", count: 31),
        String(repeating: "👨‍👩‍👧‍👦", count: 10), "a\u{202E}b", "a\u{2066}b", "a\u{200E}b", "a\u{61C}b", "a\u{200B}b",
        "a\u{FEFF}b", "a\u{AD}b", "a\u{2028}b", "a\u{200D}b", "é\u{200D}", "é\u{200D}\u{200D}b", "\u{200C}é",
        "a\u{E0061}",
        "\u{202E}", "a\u{FE0F}\u{FE0F}", "a\u{FFFE}", "\u{3164}", "a\u{85}b",
    ])
    func `what cannot be seen names no item, nor what is long in bytes; a kept one is repaired`(
        text: String
    ) throws {
        #expect(throws: ItemName.Invalid.self) { try ItemName(text) }
        // A control was never let through.
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            #expect(throws: ItemName.Invalid.self) { try ItemName(kept: text) }
            return
        }
        let repaired = try ItemName(kept: text)
        #expect(try ItemName(repaired.text) == repaired)
        #expect(repaired.text.utf8.count <= TextBounds.itemName.bytes)
    }

    @Test(arguments: [
        "Sac à dos", "e\u{301}cole", "👨‍👩‍👧‍👦", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "กุญแจ",
        String(repeating: "𝒜", count: 60), String(repeating: "é", count: 60), "\u{1FADF}", "\u{F8FF}",
    ])
    func `whatever people write names an item, and is kept as it is`(_ text: String) throws {
        #expect(try ItemName(text).text.utf8.elementsEqual(text.utf8))
        #expect(try ItemName(kept: text).text.utf8.elementsEqual(text.utf8))
    }

    @Test(arguments: ["", "   ", "a\nb", String(repeating: "é", count: 61)])
    func `what no version has let through is not kept`(_ text: String) {
        #expect(throws: ItemName.Invalid.self) { try ItemName(kept: text) }
    }

    @Test func `a text is cut by its characters and by its bytes`() {
        #expect(TextBounds(0...3).cut("abcd") == "abc")
        #expect(TextBounds(0...3).cut("🔑🔑🔑🔑") == "🔑🔑🔑")
        #expect(TextBounds(0...3).cut("a" + String(repeating: "\u{301}", count: 1000)).utf8.count <= 12)
        #expect(TextBounds(0...3).fits("éèê"))
        #expect(!TextBounds(1...3).fits(""))
    }

    @Test func `blanks around an item's name are dropped`() throws {
        #expect(try ItemName("  Keys 🔑 ").text == "Keys 🔑")
    }

    @Test(arguments: [(0.0, 10.0), (10, 5), (5, 5), (-1, 2), (5, .infinity), (.nan, 1)])
    func `thresholds that do not rise are refused`(_ warning: Double, _ critical: Double) {
        #expect(throws: Thresholds.Invalid.self) { try Thresholds(warning: warning, critical: critical) }
    }

    @Test(arguments: ["keys-13", "a", "ab", "x--Zo_c3_ab", "x--Zo_c3_abe", "x--_c3_ab", "x--a_40b", "x--e_cc_81f"])
    func `the initials that a name has are known without making them`(_ text: String) throws {
        let name = try Name(text)
        #expect(name.hasInitials(name.initials))
        for other in ["13", "1", "", "a", "ab", "b", "zz", "@b", "\u{00EB}", "o\u{00EB}", name.initials + "x"] {
            #expect(name.hasInitials(other) == other.utf8.elementsEqual(name.initials.utf8))
        }
    }
}

@Suite struct PhoneChoiceTests {
    private func id(_ device: String) throws -> DeviceID {
        DeviceID(owner: try Name("sam"), device: try Name(device))
    }

    @Test func `the first device that is none of ours is the phone until one is called so`() throws {
        var choice = PhoneChoice()
        #expect(try !choice.isPhone(id("keys"), sendsMarks: true))
        #expect(try choice.isPhone(id("pixel"), sendsMarks: false))
        #expect(try !choice.isPhone(id("tablet"), sendsMarks: false))
        #expect(try choice.isPhone(id("pixel"), sendsMarks: false))
        #expect(try choice.isPhone(id("phone"), sendsMarks: false))
        #expect(try !choice.isPhone(id("pixel"), sendsMarks: false))
    }

    @Test func `of devices that were there before, the first by name is the phone until it or another speaks`() throws {
        var choice = PhoneChoice()
        #expect(try choice.isPhone(id("pixel"), sendsMarks: false, isEarlier: true))
        #expect(try choice.isPhone(id("ipad"), sendsMarks: false, isEarlier: true))
        #expect(try !choice.isPhone(id("bag"), sendsMarks: true, isEarlier: true))
        #expect(try !choice.isPhone(id("pixel"), sendsMarks: false))
        #expect(try choice.isPhone(id("ipad"), sendsMarks: false))
        #expect(try !choice.isPhone(id("a-phone"), sendsMarks: false, isEarlier: true))
        #expect(try choice.phone(of: Name("sam")) == Name("ipad"))
        #expect(try choice.isPhone(id("phone"), sendsMarks: false, isEarlier: true))
        #expect(try !choice.isPhone(id("ipad"), sendsMarks: false, isEarlier: true))
        try choice.forget(id("phone"))
        #expect(try choice.phone(of: Name("sam")) == nil)
    }

    @Test func `a configured phone is the only one`() throws {
        var choice = PhoneChoice(configured: [try Name("sam"): try Name("pixel")])
        #expect(try !choice.isPhone(id("phone"), sendsMarks: false))
        #expect(try choice.isPhone(id("pixel"), sendsMarks: false))
        #expect(try choice.isCertain(for: Name("sam")))
    }

    @Test func `a phone is new when another was it before, or none`() throws {
        var choice = PhoneChoice()
        let steps = [("keys", true), ("pixel", false), ("pixel", false), ("phone", false), ("phone", false)]
        let found = try steps.map { name, sendsMarks in
            let (isPhone, isNew) = choice.choose(try id(name), sendsMarks: sendsMarks)
            return [isPhone, isNew]
        }
        #expect(found == [[false, false], [true, true], [true, false], [true, true], [true, false]])
        var configured = PhoneChoice(configured: [try Name("sam"): try Name("pixel")])
        #expect(try configured.choose(id("pixel"), sendsMarks: false) == (true, false))
    }
}
