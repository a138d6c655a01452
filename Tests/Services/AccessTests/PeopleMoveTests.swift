import ServerSupport
import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What people have, where accounts move from one engine to the other.
@Suite(.onBothEngines) struct PeopleMoveTests {
    @Test func `all that people have goes along to PostgreSQL and into a file, numbers of notices too`() async throws {
        let (from, file) = (try AccessBench(), try TestDatabase.$current.withValue(.sqlite) { try AccessBench() })
        let names = try ["sam", "kim", "lee"].map { try Name($0) }
        for name in names { try from.access.add(name, isAdministrator: false, at: from.start) }
        try from.meetPeople(names[0], "Zaunkoenig", others: [names[1], names[2]])
        let shared = try AccessControl(path: try await TestPostgres.shared.address(), rounds: 1 << 10)
        #expect(try shared.takeOver(from.access) == 3)
        #expect(try file.access.takeOver(shared) == 3)
        for table in AccessTable.people + AccessTable.foundPages + AccessTable.invitations {
            // Those without a number have no order of their own.
            func rows(_ access: AccessControl) throws -> Set<[SQLValue]> {
                Set(try access.database.read { try table.rows($0).map(\.values) })
            }
            let before = try rows(from.access)
            #expect(!before.isEmpty)
            for access in [shared, file.access] {
                #expect(try rows(access) == before, "\(table.name)")
            }
        }
        // What may be found follows from the profiles and from open groups.
        #expect(try file.found() == ["zaunkoenig"])
        // What comes later is behind what there was.
        try shared.database.write { try $0.notify(names[1], .share, at: from.start) }
        #expect(try shared.inbox.newest() == from.access.inbox.newest() + 1)
    }
}
