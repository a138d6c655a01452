import StoreSupport
import Testing
import Tracking

@testable import Access

/// What people share of their things with contacts.
@Suite(.onBothEngines) struct ShareTests {
    private let bench: AccessBench
    private let (kim, lee): (Name, Name)
    private let (keys, diary): (DeviceID, DeviceID)
    private var shares: ShareBook { bench.access.shares }

    init() throws {
        bench = try AccessBench()
        (kim, lee) = (try Name("kim"), try Name("lee"))
        (keys, diary) = (
            DeviceID(owner: kim, device: try Name("keys")), DeviceID(owner: kim, device: try Name("diary"))
        )
        try bench.account()
        let own = try ["kim=command", "kim/diary=last"].map { try Grant(written: $0) }
        try bench.access.add(kim, isAdministrator: false, grants: own, at: bench.start)
        try bench.access.add(lee, isAdministrator: false, at: bench.start)
        try bench.connect(kim, lee)
    }

    private func share(_ things: String...) throws {
        try shares.share(try things.map { try Grant(written: $0) }, of: kim, with: lee, at: bench.at(1))
    }

    @Test func `what is shared is seen at once, told once, and gone when it is not shared any more`() throws {
        try share("kim/keys=last")
        #expect(try bench.principal(lee).right(on: keys) == .lastPosition)
        try share("kim/keys=last", "kim/bag=history:area")
        #expect(try bench.notices(of: lee) == [.share, .share])
        #expect(try shares.things(of: kim, with: lee).map(\.description) == ["kim/bag=history:area", "kim/keys=last"])
        try share()
        #expect(try bench.principal(lee).right(on: keys) == .none)
        let events = try bench.access.audit().map(\.event)
        #expect(events.prefix(3) == [.itemUnshared, .itemShared, .itemShared])
    }

    @Test func `what is shared at once is one notice, and what comes and goes is told once an hour`() throws {
        try share("kim/keys=last", "kim/bag=last", "kim/bike=history", "kim/boat=last")
        #expect(try bench.notices(of: lee) == [.share])
        for second in 2..<20 {
            let things = second.isMultiple(of: 2) ? [] : [try Grant(written: "kim/keys=last")]
            try shares.share(things, of: kim, with: lee, at: bench.at(Double(second)))
        }
        #expect(try bench.notices(of: lee) == [.share, .share])
    }

    @Test func `several items are told that are others than before, and the same not again once they are read`()
        throws
    {
        try share("kim/keys=last", "kim/bag=last")
        try share("kim/keys=last", "kim/bag=last", "kim/bike=last", "kim/boat=last")
        let told = try bench.access.inbox.page(of: lee, at: bench.at(2)).filter { $0.kind == .share }.map(\.text)
        #expect(told.count == 2 && told.contains("kim/bike=last, kim/boat=last"))
        _ = try bench.access.inbox.markRead(of: lee, upTo: .max, at: bench.at(3))
        for _ in 0..<3 {
            try share()
            try share("kim/bike=last", "kim/boat=last")
        }
        #expect(try bench.notices(of: lee) == [.share, .share])
    }

    @Test func `nothing is said of an owner's things in any inbox once the owner is erased`() throws {
        try bench.access.shares.share([try Grant(written: "kim=last")], of: kim, with: lee, at: bench.at(1))
        let erasure = try bench.access.beginErasure(of: kim, owner: kim, waits: false, at: bench.at(2))
        #expect(try bench.access.finish(erasure, at: bench.at(3)))
        #expect(try bench.notices(of: lee).isEmpty)
        let sam = try Name("sam")
        try bench.connect(sam, lee)
        try bench.access.shares.share([try Grant(written: "ida=last")], of: sam, with: lee, at: bench.at(4))
        #expect(try bench.notices(of: lee) == [.share])
        let other = try bench.access.beginErasure(of: Name("ida"), owner: Name("ida"), waits: false, at: bench.at(5))
        #expect(try bench.access.finish(other, at: bench.at(6)))
        #expect(try bench.notices(of: lee).isEmpty)
    }

    @Test func `a share is of the item that there is, and not of a later one of the same name`() throws {
        let bag = DeviceID(owner: kim, device: try Name("bag"))
        try share("kim/keys=last", "kim/bag=last", "kim=last:area")
        var added = [keys: bench.at(-5)]
        var owners: Set<Name> = [kim]
        func sweep() throws { try shares.sweep({ _ in added }, of: { owners }) }
        try sweep()
        // One that is not there yet is waited for.
        added[bag] = bench.at(2)
        try sweep()
        #expect(try shares.things(of: kim, with: lee).count == 3)
        added[keys] = bench.at(3)
        try sweep()
        #expect(try shares.things(of: kim, with: lee).map(\.description) == ["kim=last:area", "kim/bag=last"])
        // What is shared anew is of the one that there is then.
        try share("kim/keys=history", "kim/bag=last", "kim=last:area")
        try sweep()
        #expect(try bench.principal(lee).right(on: keys) == .history)
        added = [:]
        // A history that knows nothing of the owner is not the one that they are of.
        owners = [lee]
        try sweep()
        #expect(try shares.things(of: kim, with: lee).count == 3)
        owners = [kim]
        try sweep()
        #expect(try shares.things(of: kim, with: lee).map(\.description) == ["kim=last:area"])
    }

    @Test func `a share is of the item that there was when it was made, also before the first sweep`() throws {
        func share(_ thing: String, _ added: [DeviceID: Timestamp]) throws {
            try shares.share([try Grant(written: thing)], added: added, of: kim, with: lee, at: bench.at(1))
        }
        try share("kim/keys=last", [keys: bench.at(-5)])
        // Only the right changes, after another item has come.
        try share("kim/keys=history", [keys: bench.at(2)])
        #expect(try bench.principal(lee).right(on: keys) == .history)
        try shares.sweep({ _ in [keys: bench.at(2)] }, of: { [kim] })
        #expect(try bench.principal(lee).right(on: keys) == .none)
        try share("kim/keys=last", [keys: bench.at(2)])
        try shares.sweep({ _ in [keys: bench.at(2)] }, of: { [kim] })
        #expect(try bench.principal(lee).right(on: keys) == .lastPosition)
    }

    @Test func `all things that one shares are without those that one may not share`() throws {
        try share("kim=history")
        #expect(try bench.principal(lee).right(on: keys) == .history)
        #expect(try bench.principal(lee).right(on: diary) == .none)
    }

    @Test func `a share holds while who shares may command the thing`() throws {
        try share("kim/keys=history")
        try bench.access.setGrants([try Grant(written: "kim=history")], of: kim, at: bench.at(2))
        #expect(try bench.principal(lee).right(on: keys) == .none)
        try bench.access.setGrants([try Grant(written: "kim=command")], of: kim, at: bench.at(3))
        #expect(try bench.principal(lee).right(on: keys) == .history)
    }

    /// What an administrator grants, what is shared, and what counts: the right, and whether it is by area.
    @Test(arguments: [
        ("kim/keys=last", "kim/keys=history:area", Right.history, true),
        ("kim/keys=history", "kim/keys=history:area", .history, false),
        ("kim/keys=history:area", "kim/keys=last", .history, true),
        ("kim/keys=none", "kim/keys=last", .lastPosition, false),
        ("kim=last:area", "kim/keys=last", .lastPosition, false),
        ("kim/keys=command", "kim=last:area", .command, false),
    ])
    func `of what is granted and what is shared the most counts`(
        granted: String, shared: String, right: Right, isByArea: Bool
    ) throws {
        try bench.access.setGrants([try Grant(written: granted)], of: lee, at: bench.at(1))
        try share(shared)
        let principal = try bench.principal(lee)
        #expect(principal.right(on: keys) == right)
        #expect(principal.isByArea(keys) == isByArea)
    }

    @Test func `what is shared goes with the connection`() throws {
        try share("kim/keys=command")
        try bench.disconnect(kim, lee)
        #expect(try bench.principal(lee).right(on: keys) == .none)
        #expect(try bench.count("SELECT count(*) FROM contact_shares") == 0)
        #expect(throws: AccessError.people(.notConnected(lee))) { try share("kim/keys=last") }
    }

    @Test func `a token reaches no farther than its scope, and one for people reaches no thing`() throws {
        try share("kim/keys=command")
        for (scope, right) in [(Scope.readLast, Right.lastPosition), (.command, .command), (.people, .none)] {
            let (secret, _) = try bench.access.makeToken("t", of: lee, scope: scope, at: bench.at(2))
            let principal = try #require(try bench.access.principal(token: secret, at: bench.at(3)))
            #expect(principal.right(on: keys) == right)
        }
    }
}
