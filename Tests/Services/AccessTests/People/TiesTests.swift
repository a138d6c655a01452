import Testing
import Tracking

@testable import Access

/// What of a person whom sees, as a function of what ties them.
@Suite struct TiesTests {
    /// A visitor, and what they see of a person who tells everything.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ties: Ties
        let shown: Set<ShownField>
        /// Nil for nobody.
        let fields: Set<ShownField>?
        let sections: Set<ProfileSection>

        init(
            _ name: String,
            _ ties: Ties,
            shown: Set<ShownField> = [],
            sees fields: Set<ShownField>?,
            _ sections: Set<ProfileSection> = []
        ) {
            (testDescription, self.ties, self.shown, self.fields, self.sections) = (name, ties, shown, fields, sections)
        }
    }

    private static let all: Set<ShownField> = [.name, .picture, .town, .school, .employer]
    private static let request = ContactRequest(
        grants: TrustLevel(), wants: TrustLevel([.personal]), asked: Timestamp(milliseconds: 0)
    )

    static let cases = [
        Case("oneself", Ties(isOneself: true), sees: all, [.personal, .work, .school]),
        Case("an administrator", Ties(isAdministrator: true), sees: all),
        Case("a stranger of a closed profile", Ties(), sees: nil),
        Case("a stranger of one that shows its town only", Ties(), shown: [.town], sees: nil),
        Case("a stranger of one that shows its mail only", Ties(), shown: [.mail], sees: nil),
        Case("a stranger of an open one", Ties(), shown: [.name, .town, .mail], sees: [.name, .town]),
        Case("a contact with the public level", Ties(granted: TrustLevel()), sees: all),
        Case("a contact with a section", Ties(granted: TrustLevel([.personal])), sees: all, [.personal]),
        Case("a member of a group", Ties(shared: [TrustLevel()]), sees: all),
        Case(
            "a member of two groups", Ties(shared: [TrustLevel([.work]), TrustLevel([.school])]), sees: all,
            [.work, .school]),
        Case(
            "a contact in a group", Ties(granted: TrustLevel([.personal]), shared: [TrustLevel([.work])]), sees: all,
            [.personal, .work]
        ),
        Case("one who has asked, of a closed profile", Ties(asked: request), sees: []),
        Case("one who has asked, of an open one", Ties(asked: request), shown: [.name], sees: [.name]),
        Case("one who is asked", Ties(asking: request), sees: [.name, .picture]),
        Case(
            "one who is asked, of an open one", Ties(asking: request), shown: [.name, .town],
            sees: [.name, .picture, .town]),
    ]

    @Test(arguments: cases) func `each visitor sees what was granted, and nothing else`(visitor: Case) throws {
        #expect(visitor.ties.fields(shown: visitor.shown) == visitor.fields)
        var rows = PersonRows(account: try Name("pat"), isThere: true)
        var profile = Profile(name: "Pat", town: "Bern", school: "ETH", employer: "SBB", shown: visitor.shown)
        profile.entries = ProfileSection.allCases.map { ProfileEntry(section: $0, kind: .phone, value: $0.rawValue) }
        (rows.profile, rows.ties, rows.picture) = (profile, visitor.ties, Timestamp(milliseconds: 7))
        guard let fields = visitor.fields else {
            #expect(rows.view == nil)
            return
        }
        let view = try #require(rows.view)
        #expect(view.name == (fields.contains(.name) ? "Pat" : "pat"))
        #expect(view.town == (fields.contains(.town) ? "Bern" : nil))
        #expect(view.school == (fields.contains(.school) ? "ETH" : nil))
        #expect(view.employer == (fields.contains(.employer) ? "SBB" : nil))
        #expect((view.picture != nil) == fields.contains(.picture))
        #expect(Set(view.entries.map(\.section)) == visitor.sections)
    }

    @Test func `nobody is seen as nobody, whoever looks`() throws {
        var rows = PersonRows(account: try Name("nobody"))
        for visitor in Self.cases {
            rows.ties = visitor.ties
            #expect(rows.view == nil)
        }
    }

    @Test func `a section with nothing in it looks like one that was not granted`() throws {
        var rows = PersonRows(account: try Name("pat"), isThere: true)
        rows.profile = Profile(name: "Pat", entries: [ProfileEntry(section: .work, kind: .phone, value: "1")])
        rows.ties.granted = TrustLevel()
        let before = rows.view
        rows.ties.granted = TrustLevel([.personal])
        #expect(rows.view == before)
    }
}
