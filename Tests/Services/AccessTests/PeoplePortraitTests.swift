import StoreSupport
import Testing
import Tracking

@testable import Access
@testable import Store

/// What an export has of somebody among people.
@Suite(.onBothEngines) struct PeoplePortraitTests {
    private let bench: AccessBench
    private let (sam, kim, lee): (Name, Name, Name)

    init() throws {
        bench = try AccessBench()
        (sam, kim, lee) = (try Name("sam"), try Name("kim"), try Name("lee"))
        for name in [sam, kim, lee] { try bench.access.add(name, isAdministrator: false, at: bench.start) }
        try bench.meetPeople(sam, "Zaunkoenig", others: [kim, lee])
    }

    private func portrait(_ name: Name) throws -> PeoplePortrait {
        try bench.access.peoplePortrait(of: name, owner: name, at: bench.at(1))
    }

    @Test func `it has everything of the account`() throws {
        let portrait = try portrait(sam)
        #expect(portrait.profile?.employer == "Zaunkoenig works" && portrait.profile?.entries.count == 1)
        #expect(portrait.picture?.data == Array("Zaunkoenig picture".utf8))
        #expect(portrait.contacts.map(\.account) == [kim, lee])
        #expect(portrait.contacts.allSatisfy { $0.granted == TrustLevel([.work]) && $0.grantedByThem == TrustLevel() })
        #expect(portrait.requests.map(\.asker) == [kim, sam])
        #expect(portrait.groups.map(\.id) == ["alone-Zaunkoenig", "shared-Zaunkoenig"])
        #expect(portrait.groups.allSatisfy { $0.isCreator && $0.membership?.isAdmin == true })
        #expect(portrait.groupPictures.keys.sorted() == portrait.groups.map(\.id))
        #expect(portrait.invitations.map(\.account) == [kim])
        #expect(portrait.mailInvitations.map(\.mail.text) == ["invited-Zaunkoenig@example.org"])
        #expect(portrait.mailInvitations.map(\.group) == ["alone-Zaunkoenig"])
        // Two to contacts, two to groups, and what kim shares of sam's things.
        #expect(portrait.shares.count == 5 && portrait.shares.count { $0.giver == kim } == 1)
        #expect(portrait.notices.map(\.text) == ["", "of Zaunkoenig"])
        #expect(portrait.notices.first?.finder?.content.contact == "Zaunkoenig there")
        #expect(portrait.foundPages.map(\.look.message) == ["Zaunkoenig message"])
        #expect(portrait.finderMessages["page-Zaunkoenig"]?.map(\.content.text) == ["Zaunkoenig here"])
        #expect(portrait.silenced == [.share])
    }

    @Test func `it has of others what they do with the account, and no more`() throws {
        let portrait = try portrait(kim)
        #expect(portrait.profile == nil && portrait.picture == nil && portrait.groupPictures.isEmpty)
        #expect(portrait.contacts.map(\.account) == [sam])
        #expect(portrait.contacts.first?.grantedByThem == TrustLevel([.work]))
        #expect(portrait.groups.map(\.id) == ["shared-Zaunkoenig"])
        #expect(portrait.groups.first?.isCreator == false && portrait.groups.first?.membership?.isAdmin == false)
        #expect(portrait.invitations.map(\.inviter) == [sam])
        // Of sam by sam: to kim, and to the group; what kim shares herself; not what is shared with lee.
        #expect(portrait.shares.count == 3 && !portrait.shares.contains { $0.account == lee })
        #expect(portrait.notices.count == 3 && portrait.mailInvitations.isEmpty)
    }

    @Test func `whose request was rejected is not told so by it`() throws {
        #expect(try portrait(sam).requests.first { $0.asker == kim }?.rejected != nil)
        #expect(try portrait(kim).requests.first { $0.asker == kim }?.rejected == nil)
        // What somebody has withdrawn is theirs.
        try bench.access.database.write { try $0.execute("UPDATE contact_requests SET withdrawn_ms = 1") }
        #expect(try portrait(sam).requests.map(\.asker) == [sam])
    }

    @Test func `of somebody who is not there it has nothing`() throws {
        let portrait = try portrait(Name("nobody"))
        #expect(portrait.profile == nil && portrait.contacts.isEmpty && portrait.shares.isEmpty)
        #expect(portrait.notices.isEmpty && portrait.groups.isEmpty && portrait.foundPages.isEmpty)
    }
}
