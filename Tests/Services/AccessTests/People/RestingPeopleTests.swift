import StoreSupport
import Testing
import Tracking

@testable import Access

/// Who is deactivated is shown to nobody, and is back with all of it.
@Suite(.onBothEngines) struct RestingPeopleTests {
    @Test func `P-19 who is deactivated is in no list, no group and no search`() throws {
        let bench = try AccessBench()
        let (sam, kim) = (try Name("sam"), try Name("kim"))
        try bench.account()
        try bench.access.add(kim, isAdministrator: false, passcode: Passcode("mistletoe"), at: bench.start)
        var profile = Profile(name: "Kim Nowak")
        profile.shown = [.name]
        try bench.access.profiles.replace(profile, of: kim, at: bench.at(1))
        try bench.connect(sam, kim)
        let id = try bench.access.groups.make(name: "Riders", isOpen: true, by: sam, at: bench.at(2))
        try bench.access.groups.join(id, as: kim, at: bench.at(3))

        func seen() throws -> [Bool] {
            let person = try? bench.access.profiles.person(kim, for: sam, at: bench.at(9))
            let hits = try bench.access.peopleSearch.find("nowak", for: sam, at: bench.at(9))
            let members = try bench.access.groups.members(of: id, for: sam)
            return [
                person != nil, try !bench.access.contacts.list(of: sam).isEmpty, !hits.isEmpty,
                members.contains { $0.account == kim },
            ]
        }

        #expect(try seen() == [true, true, true, true])
        try bench.access.deactivate(kim, from: nil, at: bench.at(4))
        #expect(try seen() == [false, false, false, false])
        try bench.access.activate(kim, from: nil, at: bench.at(5))
        #expect(try seen() == [true, true, true, true])
    }
}
