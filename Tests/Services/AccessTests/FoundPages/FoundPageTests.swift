import Foundation
import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// Pages for whoever finds an item.
@Suite(.onBothEngines) struct FoundPageTests {
    private let bench: AccessBench
    private let (sam, keys): (Name, DeviceID)

    init() throws {
        bench = try AccessBench()
        sam = try Name("sam")
        keys = DeviceID(owner: sam, device: try Name("keys"))
        try bench.account("boss")
        try bench.access.add(sam, isAdministrator: false, grants: [Grant(written: "sam=command")], at: bench.start)
    }

    private var pages: FoundPageBook { bench.access.foundPages }

    private func put(
        _ look: FoundPageLook = FoundPageLook(message: "Please call"), by account: Name? = nil, added: Double = 0,
        seed: UInt64 = 1, at now: Double = 1
    ) throws -> FoundPage {
        var generator = SeededGenerator(seed: seed)
        return try pages.put(
            look,
            of: keys,
            added: bench.at(added),
            by: account ?? sam,
            using: &generator,
            from: "192.0.2.1",
            at: bench.at(now)
        ).page
    }

    private func renew(seed: UInt64 = 2, at now: Double = 5) throws -> FoundPage {
        var generator = SeededGenerator(seed: seed)
        return try pages.renewCode(of: keys, added: bench.start, by: sam, using: &generator, at: bench.at(now))
    }

    @Test func `a page is found by its code at every service, and by the same code when it is changed`() throws {
        let page = try put()
        let other = try AccessControl(path: bench.path, rounds: 1 << 10)
        #expect(try other.foundPages.view(of: page.code)?.page == page)
        #expect(try bench.access.audit().first?.event == .foundPageMade)
        let changed = try put(FoundPageLook(message: "Two\nlines", showsPhoto: true), seed: 2, at: 2)
        #expect(changed.code == page.code && changed.id == page.id && changed.created == page.created)
        #expect(changed.look == FoundPageLook(message: "Two\nlines", showsPhoto: true))
        #expect(try pages.all() == [changed])
        #expect(try bench.access.audit().first?.event == .foundPageChanged)
    }

    @Test func `a new code takes the place of the old one, which leads nowhere, and messages stay`() throws {
        let page = try put()
        _ = try pages.leave(.init(text: "Found it"), at: page.code, at: bench.at(2))
        let renewed = try renew()
        #expect(renewed.code != page.code && renewed.codeCreated == bench.at(5) && renewed.messages == 1)
        #expect(try pages.view(of: page.code) == nil)
        #expect(try pages.view(of: renewed.code)?.page == renewed)
        #expect(try pages.leave(.init(text: "Late"), at: page.code, at: bench.at(6)) == nil)
        #expect(try bench.access.audit().first?.event == .foundCodeRenewed)
    }

    @Test(arguments: [
        "", "x", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", String(repeating: "0", count: 5000), "' OR 1=1 --", "\u{0}",
    ])
    func `a code that is none leads nowhere`(typed: String) throws {
        _ = try put()
        #expect(try pages.view(of: FoundCode(typed: typed)) == nil)
        #expect(try pages.leave(.init(text: "x"), at: FoundCode(typed: typed), at: bench.at(2)) == nil)
    }

    @Test func `who may not share the item makes none, were it shared with them for commands`() throws {
        let kim = try Name("kim")
        try bench.access.add(kim, isAdministrator: false, grants: [Grant(written: "sam/keys=history")], at: bench.start)
        #expect(throws: AccessError.refused) { try put(by: kim) }
        try bench.connect(sam, kim)
        try bench.access.shares.share([Grant(written: "sam/keys=command")], of: sam, with: kim, at: bench.at(1))
        #expect(try bench.principal(kim).may(.command, keys))
        #expect(throws: AccessError.refused) { try put(by: kim) }
        #expect(throws: AccessError.noSuchAccount(try Name("nobody"))) { try put(by: Name("nobody")) }
        #expect(try pages.all() == [])
    }

    @Test func `it ends with the right of who made it, and does not come back with that`() throws {
        let page = try put()
        try bench.access.setGrants([Grant(written: "sam=history")], of: sam, at: bench.at(2))
        #expect(try pages.view(of: page.code) == nil)
        try bench.access.setGrants([Grant(written: "sam=command")], of: sam, at: bench.at(3))
        #expect(try pages.view(of: page.code) == nil && pages.all() == [])
    }

    @Test func `each account has one of its own for an item, and an erasure of the owner ends them all`() throws {
        let (mine, boss) = (try put(), try put(by: Name("boss"), seed: 2))
        #expect(mine.code != boss.code)
        try bench.access.remove(sam, at: bench.at(4))
        #expect(try pages.all().map(\.id) == [boss.id])
        _ = try bench.access.beginErasure(of: sam, owner: sam, waits: false, at: bench.at(6))
        #expect(try pages.all() == [])
    }

    @Test func `while the account is deactivated its pages lead nowhere`() throws {
        let page = try put()
        try bench.access.database.write { try $0.execute("UPDATE accounts SET deactivated_ms = 1 WHERE name = 'sam'") }
        #expect(try pages.view(of: page.code) == nil)
        try bench.access.database.write { try $0.execute("UPDATE accounts SET deactivated_ms = NULL") }
        #expect(try pages.view(of: page.code)?.page == page)
    }

    /// A state of the account in which it cannot be used.
    @Test(arguments: ["deactivated_ms = 1", "verified_ms = NULL, mail = 's@a.example', mail_key = 's@a.example'"])
    func `pages end by what is granted, while the account is deactivated or not verified, too`(state: String) throws {
        let page = try put()
        try bench.access.database.write { try $0.execute("UPDATE accounts SET \(state) WHERE name = 'sam'") }
        try bench.access.setGrants([Grant(written: "sam/keys=command")], of: sam, at: bench.at(2))
        #expect(try pages.all() == [page])
        try bench.access.setGrants([Grant(written: "sam/keys=history")], of: sam, at: bench.at(3))
        #expect(try pages.all() == [])
    }

    @Test func `one of a former item of the name is replaced, and forgotten where the item is gone`() throws {
        let former = try put()
        #expect(try pages.page(of: keys, added: bench.at(3), by: sam) == nil)
        let later = try put(added: 3, seed: 2, at: 4)
        #expect(later.code != former.code && later.itemCreated == bench.at(3))
        #expect(try pages.all() == [later])
        try pages.sweep({ _ in [keys: bench.at(3)] }, of: { [sam] })
        #expect(try pages.all() == [later])
        try pages.sweep({ _ in [keys: bench.at(9)] }, of: { [sam] })
        #expect(try pages.all() == [])
    }

    @Test func `a history that knows nothing of the owner ends nothing`() throws {
        let page = try put()
        try pages.sweep({ _ in [:] }, of: { [] })
        #expect(try pages.all() == [page])
        try pages.sweep({ _ in [:] }, of: { [sam] })
        #expect(try pages.all() == [])
    }

    @Test func `what is shared of an item ends at once with it, and not what is of a later one of the name`() throws {
        let page = try put()
        try bench.access.endSharing(of: keys, added: bench.at(9))
        #expect(try pages.all() == [page])
        try bench.access.endSharing(of: keys, added: bench.at(0))
        #expect(try pages.all() == [])
    }

    @Test func `it is removed with its messages and their notices, once`() throws {
        let page = try put()
        _ = try pages.leave(.init(text: "Found it"), at: page.code, at: bench.at(2))
        #expect(try bench.notices(of: sam) == [.finder])
        try pages.remove(of: keys, by: sam, at: bench.at(3))
        #expect(try bench.notices(of: sam) == [])
        #expect(try bench.count("SELECT count(*) FROM finder_messages") == 0)
        #expect(throws: AccessError.found(.noPage(keys))) { try pages.remove(of: keys, by: sam, at: bench.at(4)) }
        #expect(throws: AccessError.found(.noPage(keys))) { try renew() }
    }

    @Test func `of the profile it shows the one part that was chosen, and nothing unless one was`() throws {
        let entries = ProfileSection.allCases.map {
            ProfileEntry(section: $0, kind: .phone, value: "+41 \($0.rawValue)")
        }
        // Who has filled in no profile has no name but that of the account, which is nobody's business.
        let bare = try put(FoundPageLook(section: .public))
        #expect(try pages.view(of: bare.code)?.name == nil)
        let profile = Profile(name: "Sam Muster", town: "Bern", entries: entries)
        try bench.access.profiles.replace(profile, of: sam, at: bench.at(1))
        for section in [nil] + FoundPageLook.Section.allCases {
            let page = try put(FoundPageLook(section: section))
            let view = try #require(try pages.view(of: page.code))
            #expect(view.name == (section == .public ? "Sam Muster" : nil))
            let shown = view.entries.map(\.value)
            #expect(shown == (section.flatMap(\.entries).map { ["+41 \($0.rawValue)"] } ?? []))
        }
    }

    @Test(arguments: [String(repeating: "x", count: 501), "a\u{202E}b", "a\tb", "a\rb"])
    func `a message to finders that is too long or has what cannot be seen is refused`(message: String) throws {
        #expect(throws: AccessError.self) { try put(FoundPageLook(message: message)) }
        #expect(try pages.all() == [])
    }
}
