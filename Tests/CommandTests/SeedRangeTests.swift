import Testing

@testable import tagalong

@Suite struct SeedRangeTests {
    @Test func `seeds are a range, a single one, or none`() {
        #expect(SeedRange(argument: "1-200")?.range == 1...200)
        #expect(SeedRange(argument: "7")?.range == 7...7)
        #expect(SeedRange(argument: "none") != nil)
        #expect(SeedRange(argument: "none")?.range == nil)
        #expect(SeedRange(argument: "1-200")?.defaultValueDescription == "1-200")
    }

    @Test(arguments: ["", "x", "5-1", "1-2-3", "-4", "1-", "1-9999999"])
    func `what is no range of seeds is refused`(text: String) {
        #expect(SeedRange(argument: text) == nil)
    }
}
