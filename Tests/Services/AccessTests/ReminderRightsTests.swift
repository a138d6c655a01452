import Testing
import Tracking

@testable import Access

/// Who may see and change an owner's reminders.
@Suite struct ReminderRightsTests {
    private static func principal(
        _ grants: [String], shares: [(String, Set<String>)] = [], account: String = "kim", scope: Scope = .admin
    ) throws -> Principal {
        let shared = try shares.map { text, exceptions in
            SharedThing(
                giver: try Name("sam"), grant: try Grant(written: text),
                exceptions: Set(try exceptions.map { try Name($0) })
            )
        }
        return Principal(
            account: try Name(account), isAdministrator: false, grants: try grants.map { try Grant(written: $0) },
            shares: shared, scope: scope
        )
    }

    private static func right(of principal: Principal) throws -> Right {
        let sam = try Name("sam")
        return Right.allCases.last { principal.mayRemind(sam, $0) } ?? .none
    }

    @Test(arguments: [
        (["sam=last"], Right.lastPosition), (["sam=history"], .history), (["sam=command"], .command),
        (["sam=none"], .none), ([], .none), (["eve=command"], .none),
        // Some things are not all of them, and an area is not where somebody is.
        (["sam/keys=command"], .none), (["sam=history:area"], .none), (["sam=command", "sam/keys=none"], .none),
        (["sam=command", "sam/keys=last"], .lastPosition), (["sam=history", "sam/keys=last:area"], .none),
    ])
    func `by grants it is what somebody may do with all things`(grants: [String], right: Right) throws {
        #expect(try Self.right(of: Self.principal(grants)) == right)
    }

    @Test func `what all is shared of counts, and what is shared but for something does not`() throws {
        #expect(try Self.right(of: Self.principal([], shares: [("sam=last", [])])) == .lastPosition)
        #expect(try Self.right(of: Self.principal([], shares: [("sam=history", ["diary"])])) == .none)
        #expect(try Self.right(of: Self.principal([], shares: [("sam/keys=history", [])])) == .none)
        #expect(try Self.right(of: Self.principal([], shares: [("sam=history:area", [])])) == .none)
        #expect(try Self.right(of: Self.principal(["sam=none"], shares: [("sam=history", [])])) == .history)
    }

    @Test(arguments: Scope.allCases) func `the account of the owner's name may all that its token may`(
        _ scope: Scope
    ) throws {
        #expect(try Self.right(of: Self.principal([], account: "sam", scope: scope)) == scope.right)
    }

    @Test(arguments: [
        (["sam=command"], Right.command), (["sam=history"], .command), (["sam=last"], .lastPosition),
        (["sam=none"], .none), (["sam=last:area"], .none), (["sam=history:area"], .none),
        (["sam/keys=command"], .none), (["sam=command", "sam/keys=none"], .none),
        (["sam=command", "sam/keys=last"], .lastPosition), (["sam=command", "sam/keys=last:area"], .none),
        (["eve=last:area"], .command), (["eve/keys=none"], .command),
    ])
    func `the account of the owner's name sees by reminders what it was granted of the owner's things, and no more`(
        grants: [String], right: Right
    ) throws {
        let sam = try Self.principal(grants, account: "sam")
        #expect(try Self.right(of: sam) == right)
        #expect(try sam.ownersToRemind(.lastPosition)?.contains(Name("sam")) == (right >= .lastPosition))
    }

    @Test func `a link and who is not verified may nothing, an administrator all`() throws {
        var sam = try Self.principal([], account: "sam")
        sam.isVerified = false
        #expect(try Self.right(of: sam) == .none)
        sam.isVerified = true
        sam.link = "x"
        #expect(try Self.right(of: sam) == .none)
        #expect(try Self.right(of: .anybody) == .command)
    }

    @Test func `a calendar is looked through by its owner and administrators, also with tokens of other scopes`()
        throws
    {
        let sam = try Name("sam")
        for scope in Scope.allCases {
            let isEnough = scope.right >= .lastPosition
            let administrator = Principal(account: try Name("boss"), isAdministrator: true, scope: scope)
            #expect(administrator.maySearchCalendar(of: sam) == isEnough, "\(scope)")
            #expect(try Self.principal([], account: "sam", scope: scope).maySearchCalendar(of: sam) == isEnough)
            #expect(try !Self.principal(["sam=command"], scope: scope).maySearchCalendar(of: sam))
        }
        #expect(try !Self.principal([], shares: [("sam=history", [])]).maySearchCalendar(of: sam))
        // Who sees none of the reminders finds nothing out by them.
        #expect(try !Self.principal(["sam=last:area"], account: "sam").maySearchCalendar(of: sam))
        #expect(Principal.anybody.maySearchCalendar(of: sam))
    }

    @Test func `the owners are those of whom all things are to be seen, and oneself`() throws {
        let kim = try Self.principal(["sam=last", "eve/keys=command", "lee=command"], shares: [("pat=history", [])])
        #expect(kim.ownersToRemind(.lastPosition) == Set(try ["kim", "sam", "lee", "pat"].map { try Name($0) }))
        #expect(kim.ownersToRemind(.history) == Set(try ["kim", "lee", "pat"].map { try Name($0) }))
        #expect(Principal.anybody.ownersToRemind(.command) == nil)
    }
}
