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

    @Test func `blanks around an item's name are dropped`() throws {
        #expect(try ItemName("  Keys 🔑 ").text == "Keys 🔑")
    }

    @Test(arguments: [(0.0, 10.0), (10, 5), (5, 5), (-1, 2), (5, .infinity), (.nan, 1)])
    func `thresholds that do not rise are refused`(_ warning: Double, _ critical: Double) {
        #expect(throws: Thresholds.Invalid.self) { try Thresholds(warning: warning, critical: critical) }
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

    @Test func `a configured phone is the only one`() throws {
        var choice = PhoneChoice(configured: [try Name("sam"): try Name("pixel")])
        #expect(try !choice.isPhone(id("phone"), sendsMarks: false))
        #expect(try choice.isPhone(id("pixel"), sendsMarks: false))
        #expect(try choice.isCertain(for: Name("sam")))
    }
}
