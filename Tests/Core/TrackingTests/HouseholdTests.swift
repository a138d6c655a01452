import Testing
import Tracking

/// Who shares things with whom.
@Suite struct HouseholdTests {
    private func names(_ text: String) throws -> [Name] { try Households.names(text) }

    @Test func `each member of a household has the others, and nobody else has them`() throws {
        let households = try Households([names("sam,ben,eva"), names("ana,kim")])
        #expect(households.members(with: try Name("ben")).map(\.text) == ["sam", "eva"])
        #expect(households.members(with: try Name("kim")).map(\.text) == ["ana"])
        #expect(households.members(with: try Name("ida")).isEmpty)
        #expect(try households.contains(Name("sam"), with: Name("eva")))
        #expect(try !households.contains(Name("sam"), with: Name("ana")))
        #expect(try !households.contains(Name("sam"), with: Name("sam")))
        #expect(try !households.contains(Name("ida"), with: Name("ole")))
    }

    @Test func `one alone is no household, and nobody is in two`() throws {
        var households = Households()
        #expect(households.isEmpty)
        #expect(throws: Households.Invalid.alone) { try households.add(names("sam")) }
        #expect(throws: Households.Invalid.twice(try Name("sam"))) { try households.add(names("sam,ben,sam")) }
        #expect(households.isEmpty)
        try households.add(names("sam,ben"))
        #expect(throws: Households.Invalid.twice(try Name("ben"))) { try households.add(names("eva,ben")) }
        #expect(try households.all == [names("sam,ben")] && households.members(with: Name("eva")).isEmpty)
    }

    @Test(arguments: ["", "sam,", "sam,b n", "sam;ben"])
    func `a part of the text that is no name is refused`(text: String) {
        #expect(throws: Households.Invalid.self) { try Households.names(text) }
    }
}
