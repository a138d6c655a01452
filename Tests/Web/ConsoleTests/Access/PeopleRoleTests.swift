import Testing

@testable import Web

/// Every operation about people for every kind of visitor, over HTTP.
@Suite(.timeLimit(.minutes(30)))
struct PeopleRoleTests {
    @Test func `every operation about people answers each visitor as the table says`() async throws {
        // So many visitors come from one address otherwise only to break in.
        let rate = RequestRate(burst: 10_000, perSecond: 10_000)
        try await withConsole(configure: { ($0.rates.tokens, $0.rates.logins) = (rate, rate) }) { console in
            let visitors = try console.meetPeople()
            #expect(visitors.map(\.role) == PeopleRoleTable.roles)
            for visitor in visitors {
                for row in PeopleRoleTable.rows {
                    let answer = try await console.send(row.method, row.path, headers: visitor.headers)
                    let expected = row.statuses[visitor.index]
                    #expect(answer.status == expected, "\(row.method) \(row.path) for \(visitor.role): \(answer.text)")
                    guard answer.status >= 400 else { continue }
                    #expect(answer.headers["content-type"] == "application/problem+json")
                    if visitor.role == "nobody" { #expect(!answer.text.contains("pat")) }
                }
            }
        }
    }
}
