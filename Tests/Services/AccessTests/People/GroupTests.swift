import StoreSupport
import Testing
import Tracking

@testable import Access

/// Groups: cases G-1 to G-7, on what is stored.
@Suite(.onBothEngines) struct GroupTests {
    private let bench: AccessBench
    private let (sam, kim, lee, ida): (Name, Name, Name, Name)
    private var groups: GroupBook { bench.access.groups }

    init() throws {
        bench = try AccessBench()
        (sam, kim, lee, ida) = (try Name("sam"), try Name("kim"), try Name("lee"), try Name("ida"))
        try bench.account()
        for name in [kim, lee, ida] {
            let grants = name == kim ? [try Grant(written: "kim=command")] : []
            try bench.access.add(name, isAdministrator: false, grants: grants, at: bench.start)
        }
        for (one, other) in [(sam, kim), (sam, lee), (kim, lee)] { try bench.connect(one, other) }
    }

    /// A group of Sam with Kim, who shares the keys, and Lee.
    private func family(things: [String] = ["kim/keys=history"]) throws -> String {
        let id = try groups.make(name: "Family", description: "We four", by: sam, at: bench.at(1))
        for name in [kim, lee] {
            try groups.invite(name, to: id, by: sam, at: bench.at(2))
            let given = name == kim ? try things.map { try Grant(written: $0) } : []
            try groups.join(
                id, as: name, giving: Membership(level: TrustLevel([.personal]), things: given), at: bench.at(3))
        }
        return id
    }

    private func may(_ name: Name, _ item: String = "kim/keys") throws -> Right {
        let parts = item.split(separator: "/")
        let device = DeviceID(owner: try Name(parts[0]), device: try Name(parts[1]))
        return try bench.principal(name).right(on: device)
    }

    @Test func `G-1 who makes a group is its admin, and gives it sections and things`() throws {
        let given = Membership(level: TrustLevel([.work]), things: [try Grant(written: "kim/keys=last:area")])
        let id = try groups.make(name: "Riders", description: "On Sundays", giving: given, by: kim, at: bench.at(1))
        let group = try groups.group(id, for: kim)
        #expect((group.name, group.description, group.role, group.members) == ("Riders", "On Sundays", .admin, 1))
        #expect(try groups.membership(of: kim, in: id) == given)
        #expect(group.creator == kim && !group.isOpen && group.created == bench.at(1))
    }

    @Test func `who joins is told once of what others share in the group, and of nothing that does not hold`() throws {
        let id = try family(things: ["kim/keys=history", "kim/bike=last"])
        try bench.connect(sam, ida)
        try groups.invite(ida, to: id, by: sam, at: bench.at(4))
        try groups.join(id, as: ida, at: bench.at(5))
        let told = try bench.access.inbox.page(of: ida, at: bench.at(6)).filter { $0.kind == .share }
        #expect(told.map(\.about) == [kim] && told.map(\.group) == [id])
        #expect(told.first?.text == "kim/bike=last, kim/keys=history")
        // What Kim may not command any more is shared with nobody.
        try groups.remove(ida, from: id, by: ida, at: bench.at(7))
        try bench.access.setGrants([], of: kim, at: bench.at(8))
        _ = try bench.access.inbox.markRead(of: ida, upTo: .max, at: bench.at(8))
        try groups.invite(ida, to: id, by: sam, at: bench.at(9))
        try groups.join(id, as: ida, at: bench.at(10))
        #expect(try bench.access.inbox.page(of: ida, at: bench.at(11)).allSatisfy { $0.kind != .share || $0.isRead })
    }

    @Test func `whoever invites and withdraws over and over tells nobody more than once a week`() throws {
        let id = try groups.make(name: "Family", by: sam, at: bench.at(0))
        func notices() throws -> Int { try bench.notices(of: kim).count { $0 == .invitation } }
        try groups.invite(kim, to: id, by: sam, at: bench.at(1))
        #expect(try notices() == 1)
        for second in 2..<20 {
            try groups.endInvitation(of: kim, to: id, by: sam)
            try groups.invite(kim, to: id, by: sam, at: bench.at(Double(second)))
        }
        #expect(try notices() == 0)
        try groups.endInvitation(of: kim, to: id, by: sam)
        // What is kept of it is Kim's and Sam's to see, and goes with either.
        let portrait = try bench.access.peoplePortrait(of: kim, owner: kim, at: bench.at(20))
        #expect(portrait.invitations.map(\.isOpen) == [false])
        try groups.invite(kim, to: id, by: sam, at: bench.at(7 * 86_400 + 2))
        #expect(try notices() == 1)
    }

    @Test func `whoever makes groups and deletes them tells nobody more than five times a week`() throws {
        func told() throws -> Int {
            try bench.count("SELECT count(*) FROM told_invitations WHERE account = 'kim' AND inviter = 'sam'")
        }
        for index in 1...8 {
            let id = try groups.make(name: "Family", by: sam, at: bench.at(Double(index)))
            try groups.invite(kim, to: id, by: sam, at: bench.at(Double(index)))
            #expect(try bench.notices(of: kim).count { $0 == .invitation } == (index <= 5 ? 1 : 0))
            try groups.delete(id, by: sam, at: bench.at(Double(index)))
        }
        #expect(try told() == 5)
        let portrait = try bench.access.peoplePortrait(of: kim, owner: kim, at: bench.at(20))
        #expect(portrait.invitations.map(\.groupName) == ["", "", "", "", ""])
        // Somebody else still tells them, and so does Sam a week later; with either it goes.
        let others = try groups.make(name: "Others", by: lee, at: bench.at(9))
        try groups.invite(kim, to: others, by: lee, at: bench.at(9))
        #expect(try bench.notices(of: kim).count { $0 == .invitation } == 1)
        let later = 7 * 86_400 + 10.0
        let last = try groups.make(name: "Family", by: sam, at: bench.at(later))
        try groups.invite(kim, to: last, by: sam, at: bench.at(later))
        #expect(try told() == 1)
        try bench.access.remove(kim, at: bench.at(later + 1))
        #expect(try told() == 0)
    }

    @Test func `one account tells fifty people an hour of invitations, and when the next has its turn`() throws {
        let id = try groups.make(name: "Family", by: sam, at: bench.at(0))
        let people = try (0...50).map { try Name("p\($0)") }
        for name in people {
            try bench.access.add(name, isAdministrator: false, at: bench.start)
            try bench.connect(sam, name)
        }
        for name in people.dropLast() { try groups.invite(name, to: id, by: sam, at: bench.at(1)) }
        let last = try #require(people.last)
        #expect(throws: AccessError.people(.inviteLater(from: bench.at(3601)))) {
            try groups.invite(last, to: id, by: sam, at: bench.at(2))
        }
        try groups.invite(last, to: id, by: sam, at: bench.at(3601))
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 61), "a\u{0}b", "line\nbreak"])
    func `G-1 a name that cannot be read is refused, and nothing is stored`(name: String) throws {
        #expect(throws: AccessError.self) { try groups.make(name: name, by: sam, at: bench.at(1)) }
        #expect(try bench.count("SELECT count(*) FROM user_groups") == 0)
    }

    @Test(arguments: ["שלום חברים", "<b>Bold</b>", "O'Neil; DROP TABLE accounts", "家族", "Ñandú ❤️"])
    func `G-1 a name in any script, or with markup in it, is a name`(name: String) throws {
        let id = try groups.make(name: name, by: sam, at: bench.at(1))
        #expect(try groups.group(id, for: sam).name == name)
    }

    @Test(arguments: ["kim/keys=none", "sam/bag=last", "kim=none"])
    func `G-1 nothing can be given that is not one's own to command`(thing: String) throws {
        let grant = try Grant(written: thing)
        #expect(throws: AccessError.people(.mayNotShare(grant))) {
            try groups.make(name: "Riders", giving: Membership(things: [grant]), by: kim, at: bench.at(1))
        }
        #expect(try bench.count("SELECT count(*) FROM user_groups") == 0)
    }

    @Test func `G-2 one's groups are listed by name, and members by name with admins marked`() throws {
        let id = try family()
        _ = try groups.make(name: "Äpfel", by: kim, at: bench.at(4))
        _ = try groups.make(name: "birnen", by: kim, at: bench.at(4))
        #expect(try groups.groups(of: kim).map(\.name) == ["Äpfel", "birnen", "Family"])
        #expect(try groups.groups(of: ida).isEmpty)
        let members = try groups.members(of: id, for: lee)
        #expect(members.map(\.account) == [kim, lee, sam])
        #expect(members.map(\.isAdmin) == [false, false, true])
    }

    @Test func `G-3 an admin changes what the group is, and others may not`() throws {
        let id = try family()
        try groups.change(id, name: "Kin", by: sam)
        #expect(throws: AccessError.people(.notAdmin)) { try groups.change(id, description: "x", by: kim) }
        #expect(throws: AccessError.people(.notAdmin)) { try groups.setAdmin(true, lee, of: id, by: kim) }
        try groups.setAdmin(true, kim, of: id, by: sam)
        try groups.change(id, description: "All of us", isOpen: true, by: kim)
        let group = try groups.group(id, for: kim)
        #expect((group.name, group.description, group.isOpen) == ("Kin", "All of us", true))
    }

    @Test func `G-4 who is invited is told, and joins or rejects`() throws {
        let id = try groups.make(name: "Family", by: sam, at: bench.at(1))
        try groups.invite(kim, to: id, by: sam, at: bench.at(2))
        try groups.invite(kim, to: id, by: sam, at: bench.at(3))
        try groups.invite(lee, to: id, by: sam, at: bench.at(3))
        #expect(try bench.notices(of: kim) == [.invitation])
        #expect(try groups.group(id, for: kim).role == .invited(by: sam))
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.members(of: id, for: kim) }
        try groups.join(id, as: kim, at: bench.at(4))
        #expect(try bench.notices(of: sam) == [.acceptance])
        try groups.endInvitation(of: lee, to: id, by: lee)
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.join(id, as: lee, at: bench.at(5)) }
        #expect(try bench.notices(of: lee).isEmpty)
        #expect(try groups.members(of: id, for: sam).map(\.account) == [kim, sam])
    }

    @Test func `G-4 only contacts are invited, by admins, and a withdrawn invitation opens nothing`() throws {
        let id = try family()
        #expect(throws: AccessError.people(.notConnected(ida))) {
            try groups.invite(ida, to: id, by: sam, at: bench.at(4))
        }
        #expect(throws: AccessError.people(.notAdmin)) { try groups.invite(ida, to: id, by: kim, at: bench.at(4)) }
        #expect(throws: AccessError.people(.alreadyMember(kim))) {
            try groups.invite(kim, to: id, by: sam, at: bench.at(4))
        }
        try bench.connect(sam, ida)
        try groups.invite(ida, to: id, by: sam, at: bench.at(4))
        #expect(try groups.invitations(to: id, for: sam).map(\.account) == [ida])
        try groups.endInvitation(of: ida, to: id, by: sam)
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.join(id, as: ida, at: bench.at(5)) }
    }

    @Test func `G-4 an open group is joined by anybody at once, and a closed one is not there for strangers`() throws {
        let id = try groups.make(name: "Riders", isOpen: true, by: sam, at: bench.at(1))
        #expect(try groups.group(id, for: ida).role == .stranger)
        try groups.join(id, as: ida, at: bench.at(2))
        #expect(throws: AccessError.people(.alreadyMember(ida))) { try groups.join(id, as: ida, at: bench.at(3)) }
        try groups.change(id, isOpen: false, by: sam)
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.group(id, for: lee) }
        #expect(throws: AccessError.people(.noSuchGroup("nothing"))) { try groups.group("nothing", for: lee) }
    }

    @Test func `G-5 what was given through the group ends with the membership of either side`() throws {
        let id = try family()
        #expect(try may(lee) == .history)
        #expect(try may(ida) == .none)
        try groups.remove(lee, from: id, by: sam, at: bench.at(4))
        #expect(try may(lee) == .none)
        #expect(try bench.notices(of: lee).last == .removal)
        try groups.join(try reinvited(lee, id), as: lee, at: bench.at(5))
        #expect(try may(lee) == .history)
        try groups.remove(kim, from: id, by: kim, at: bench.at(6))
        #expect(try may(lee) == .none)
        #expect(try bench.count("SELECT count(*) FROM group_shares") == 0)
    }

    private func reinvited(_ name: Name, _ id: String) throws -> String {
        try groups.invite(name, to: id, by: sam, at: bench.at(4))
        return id
    }

    @Test func `G-5 the last admin hands over before leaving`() throws {
        let id = try family()
        #expect(throws: AccessError.people(.lastAdmin)) { try groups.remove(sam, from: id, by: sam, at: bench.at(4)) }
        #expect(throws: AccessError.people(.lastAdmin)) { try groups.setAdmin(false, sam, of: id, by: sam) }
        #expect(throws: AccessError.people(.notAdmin)) { try groups.remove(lee, from: id, by: kim, at: bench.at(4)) }
        try groups.setAdmin(true, kim, of: id, by: sam)
        try groups.remove(sam, from: id, by: sam, at: bench.at(5))
        #expect(try groups.members(of: id, for: kim).map(\.account) == [kim, lee])
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.members(of: id, for: sam) }
    }

    @Test func `G-6 a group is deleted by an admin or its creator, and its members are told`() throws {
        let id = try family()
        #expect(throws: AccessError.people(.notAdmin)) { try groups.delete(id, by: kim, at: bench.at(4)) }
        try groups.setAdmin(true, kim, of: id, by: sam)
        try groups.setAdmin(false, sam, of: id, by: kim)
        try groups.delete(id, by: sam, at: bench.at(5))
        #expect(try may(lee) == .none)
        for name in [kim, lee] { #expect(try bench.notices(of: name).last == .removal) }
        for table in ["user_groups", "group_members", "group_shares", "group_invitations"] {
            #expect(try bench.count("SELECT count(*) FROM \(table)") == 0)
        }
    }

    @Test func `G-7 a contact of a member sees no more than before, and what is shared is not passed on`() throws {
        let id = try family(things: ["kim/keys=command"])
        try bench.connect(lee, ida)
        #expect(try may(ida) == .none)
        #expect(try may(lee) == .command)
        let grant = try Grant(written: "kim/keys=last")
        #expect(throws: AccessError.people(.mayNotShare(grant))) {
            try bench.access.shares.share([grant], of: lee, with: ida, at: bench.at(4))
        }
        #expect(throws: AccessError.people(.mayNotShare(grant))) {
            try groups.give(Membership(things: [grant]), of: lee, to: id, at: bench.at(4))
        }
        let keys = DeviceID(owner: kim, device: try Name("keys"))
        #expect(throws: AccessError.refused) {
            try bench.access.makeLink(
                to: keys, added: bench.start, isByArea: true, by: lee, expires: bench.at(99), from: nil, at: bench.at(5)
            )
        }
    }

    @Test func `what an admin has invited ends with the admin, or with the connection, and is no other admin's to see`()
        throws
    {
        let id = try family()
        try bench.connect(kim, ida)
        try groups.setAdmin(true, kim, of: id, by: sam)
        try groups.invite(ida, to: id, by: kim, at: bench.at(4))
        #expect(try groups.invitations(to: id, for: sam).isEmpty)
        #expect(try groups.invitations(to: id, for: kim).map(\.account) == [ida])
        try groups.setAdmin(false, kim, of: id, by: sam)
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.join(id, as: ida, at: bench.at(5)) }
        #expect(try bench.notices(of: ida).isEmpty)
        try groups.setAdmin(true, kim, of: id, by: sam)
        try groups.invite(ida, to: id, by: kim, at: bench.at(6))
        try bench.access.contacts.remove(ida, by: kim, at: bench.at(7))
        #expect(throws: AccessError.people(.noSuchGroup(id))) { try groups.join(id, as: ida, at: bench.at(8)) }
    }

    @Test func `an admin who rests is none: another one has to be there, or becomes one`() throws {
        let id = try family()
        try groups.setAdmin(true, kim, of: id, by: sam)
        try bench.access.deactivate(kim, from: nil, at: bench.at(4))
        #expect(try groups.group(id, for: sam).members == 2)
        #expect(throws: AccessError.people(.lastAdmin)) { try groups.remove(sam, from: id, by: sam, at: bench.at(5)) }
        #expect(throws: AccessError.people(.notMember(kim))) { try groups.setAdmin(false, kim, of: id, by: sam) }
        let other = try groups.make(name: "Riders", isOpen: true, by: lee, at: bench.at(6))
        try groups.join(other, as: ida, at: bench.at(7))
        try bench.access.deactivate(lee, from: nil, at: bench.at(8))
        #expect(try groups.group(other, for: ida).role == .admin)
        #expect(try groups.group(other, for: sam).creator == nil)
    }

    @Test func `one joins once when two tabs join at the same time`() async throws {
        let id = try groups.make(name: "Riders", isOpen: true, by: sam, at: bench.at(1))
        let (groups, ida, time) = (groups, ida, bench.at(2))
        let joined = await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<8 { tasks.addTask { (try? groups.join(id, as: ida, at: time)) != nil } }
            return await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(joined == 1)
        #expect(try groups.group(id, for: ida).members == 2)
    }

    @Test func `an account is in as many groups as it may be, and in no more`() throws {
        for number in 0..<GroupLimits.groups { _ = try groups.make(name: "\(number)", by: kim, at: bench.at(1)) }
        #expect(throws: AccessError.people(.tooManyGroups)) { try groups.make(name: "more", by: kim, at: bench.at(2)) }
    }
}
