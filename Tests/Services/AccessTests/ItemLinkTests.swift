import Access
import Foundation
import StoreSupport
import Testing
import Tracking

/// Links that show one item without an account.
@Suite(.onBothEngines) struct ItemLinkTests {
    private let bench: AccessBench
    private let (sam, keys): (Name, DeviceID)

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        keys = DeviceID(owner: sam, device: try Name("keys"))
        try bench.account("boss")
        try bench.access.add(sam, isAdministrator: false, grants: [Grant(written: "sam=command")], at: bench.start)
    }

    private func make(
        by account: Name? = nil, isByArea: Bool = false, for seconds: Double = 3600, at now: Double = 1
    ) throws -> (secret: AccessSecret, link: ItemLink) {
        try bench.access.makeLink(
            to: keys,
            added: bench.start,
            isByArea: isByArea,
            note: "Kim",
            by: account ?? sam,
            expires: bench.at(now + seconds),
            from: "192.0.2.1",
            at: bench.at(now)
        )
    }

    private func other() throws -> AccessControl {
        try AccessControl(path: bench.path, rounds: 1 << 10)
    }

    @Test func `a link of 256 random bits is kept as its hash, and works after a restart`() throws {
        let (secret, link) = try make()
        #expect(secret.text.hasPrefix("tgs_") && secret.text.count == 4 + 43)
        #expect(try other().link(secret, at: bench.at(2)) == link)
        for file in try FileManager.default.contentsOfDirectory(at: bench.directory, includingPropertiesForKeys: nil) {
            #expect(try Data(contentsOf: file).range(of: Data(secret.text.utf8)) == nil, "\(file.lastPathComponent)")
        }
        #expect(try bench.access.audit().first?.event == .linkMade)
    }

    @Test func `it works until its end, which is at most in 30 days, and is then forgotten`() throws {
        let (secret, _) = try make(for: 60)
        #expect(try bench.access.link(secret, at: bench.at(60.999)) != nil)
        #expect(try bench.access.link(secret, at: bench.at(61)) == nil)
        #expect(try bench.access.links(to: keys, at: bench.at(61)) == [])
        #expect(try make(for: 90 * 86_400).link.expires == bench.at(1 + 30 * 86_400))
        try bench.access.sweepLinks(at: bench.at(61)) { _ in true }
        #expect(try bench.access.links().count == 1)
        try bench.access.sweepLinks(at: bench.at(61)) { _ in false }
        #expect(try bench.access.links() == [])
    }

    @Test func `a revoked one opens nothing, and one of another item is not found`() throws {
        let (secret, link) = try make()
        let bag = DeviceID(owner: sam, device: try Name("bag"))
        #expect(throws: AccessError.noSuchLink(link.id)) {
            try bench.access.revokeLink(link.id, to: bag, by: sam, from: nil, at: bench.at(2))
        }
        #expect(try bench.access.link(secret, at: bench.at(2)) != nil)
        try bench.access.revokeLink(link.id, to: keys, by: sam, from: nil, at: bench.at(3))
        #expect(try bench.access.link(secret, at: bench.at(4)) == nil)
        #expect(try bench.access.audit().first?.event == .linkRevoked)
    }

    @Test func `it ends with the right of who made it, and does not come back with that`() throws {
        let (secret, _) = try make()
        try bench.access.setGrants([Grant(written: "sam=history")], of: sam, at: bench.at(2))
        #expect(try bench.access.link(secret, at: bench.at(3)) == nil)
        try bench.access.setGrants([Grant(written: "sam=command")], of: sam, at: bench.at(4))
        #expect(try bench.access.link(secret, at: bench.at(5)) == nil)
    }

    @Test func `it stays when other rights change, and ends with the account, also with one that is erased`() throws {
        let (boss, mine) = (try make(by: Name("boss")), try make())
        try bench.access.setGrants([Grant(written: "sam/keys=command")], of: sam, at: bench.at(2))
        #expect(try bench.access.link(mine.secret, at: bench.at(3)) != nil)
        try bench.access.remove(sam, at: bench.at(4))
        #expect(try bench.access.link(mine.secret, at: bench.at(5)) == nil)
        #expect(try bench.access.links().map(\.id) == [boss.link.id])
        _ = try bench.access.beginErasure(of: sam, owner: sam, waits: false, at: bench.at(6))
        #expect(try bench.access.links() == [])
    }

    @Test func `who may not command the item makes none`() throws {
        let kim = try Name("kim")
        try bench.access.add(kim, isAdministrator: false, grants: [Grant(written: "sam/keys=history")], at: bench.start)
        #expect(throws: AccessError.refused) { try make(by: kim) }
        #expect(throws: AccessError.noSuchAccount(try Name("nobody"))) { try make(by: Name("nobody")) }
        #expect(try bench.access.links() == [])
    }

    @Test func `an item has 20 that are open, and room again once one has ended`() throws {
        for _ in 0..<ItemLink.most { try #require(make(for: 60).link.openings == 0) }
        #expect(throws: AccessError.tooManyLinks) { try make() }
        #expect(try make(at: 61).link.note == "Kim")
    }

    @Test(arguments: [true, false])
    func `its viewer may see that item, as exactly as the link says, and nothing else`(isByArea: Bool) throws {
        let viewer = try make(isByArea: isByArea).link.viewer
        let bag = DeviceID(owner: sam, device: try Name("bag"))
        #expect(viewer.may(.lastPosition, keys) && !viewer.may(.history, keys) && !viewer.may(.lastPosition, bag))
        #expect(viewer.isByArea(keys) == isByArea && !viewer.mayAdminister && !viewer.mayGuard(sam, .lastPosition))
    }

    @Test func `openings are counted, and it is no token, session or anything else`() throws {
        let (secret, link) = try make()
        try bench.access.noteOpening(of: link.id, at: bench.at(5))
        try bench.access.noteOpening(of: link.id, at: bench.at(9))
        let kept = try #require(try bench.access.links(to: keys, at: bench.at(9)).first)
        #expect(kept.openings == 2 && kept.opened == bench.at(9))
        #expect(try bench.access.principal(token: secret, at: bench.at(9)) == nil)
        #expect(try bench.access.session(secret, at: bench.at(9)) == nil)
        let (token, _) = try bench.access.makeToken("t", of: sam, scope: .admin, at: bench.at(9))
        #expect(try bench.access.link(token, at: bench.at(9)) == nil)
    }

    @Test func `a look by a link is told apart in the access log`() throws {
        let look = AccessLogEntry(
            viewer: sam, link: "abc", device: keys, kind: .lastPosition, source: "192.0.2.7", first: bench.at(1),
            last: bench.at(2)
        )
        try bench.access.record([look], at: bench.at(3))
        let kept = try #require(try bench.access.looks(of: sam, limit: 9).first)
        #expect(kept.link == "abc" && kept.token == nil && kept.viewer == sam)
    }
}
