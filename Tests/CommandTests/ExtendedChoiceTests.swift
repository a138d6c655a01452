import Air
import ArgumentParser
import Testing
import Tracking

@testable import tagalong

/// `tagalong simulate --extended TRACKER[=PHY]`.
struct ExtendedChoiceTests {
    @Test(arguments: [
        ("bag", LinkPHY.basic, LinkPHY.basic), ("bag=1m", .basic, .basic), ("bag=2m", .basic, .double),
        ("bag=coded", .coded, .coded),
    ])
    func `a tag is told with the PHYs that it advertises with`(text: String, primary: LinkPHY, secondary: LinkPHY) {
        let choice = TagOptions.ExtendedChoice(argument: text)
        #expect(choice?.tracker.text == "bag")
        #expect(choice?.form == ExtendedAdvertising(primary: primary, secondary: secondary))
    }

    @Test(arguments: ["", "=2m", "bag=", "bag=4m", "Bag of tea"])
    func `what names no tag or no PHY is refused`(text: String) {
        #expect(TagOptions.ExtendedChoice(argument: text) == nil)
    }

    @Test func `it needs a virtual adapter`() throws {
        let options = try TagOptions.parse(["--extended", "bag=2m"])
        #expect(throws: (any Error).self) { try options.refuseVirtual() }
        try TagOptions.parse([]).refuseVirtual()
    }
}
