import HTTPTypes
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct SiteGuardTests {
    private func outcome(_ change: (inout SiteGuard.Visit) -> Void, allowed: [String] = []) -> Int {
        var configuration = ConsoleConfiguration(allowedOrigins: allowed)
        configuration.hostNames = ["box.example"]
        var visit = SiteGuard.Visit(authority: "localhost:8467")
        change(&visit)
        do { try SiteGuard(configuration).check(visit) } catch { return error.status.code }
        return 200
    }

    @Test(arguments: [
        ("localhost:8467", 200), ("127.0.0.1:8467", 200), ("[::1]:8467", 200), ("192.168.1.7:8467", 200),
        ("box.example", 200), ("a.localhost", 200), ("evil.example", 421), ("1.2.3.4.evil.example", 421),
        ("localhost.evil.example", 421), ("1.2.3", 421),
    ])
    func `only by its own names is a console read where nobody logs in`(authority: String, status: Int) {
        #expect(outcome { $0.authority = authority } == status)
        #expect(outcome { ($0.authority, $0.isProtected) = (authority, true) } == 200)
    }

    @Test(arguments: [
        ("http://localhost:8467", nil, 200), ("https://localhost:8467", nil, 200), (nil, nil, 200),
        (nil, "same-origin", 200), (nil, "none", 200), (nil, "cross-site", 403), (nil, "same-site", 403),
        ("http://localhost:1", nil, 403), ("null", nil, 403), ("http://evil.example", "same-origin", 403),
        ("https://map.example", "cross-site", 200),
    ])
    func `only its own pages change something`(origin: String?, site: String?, status: Int) {
        for isProtected in [true, false] {
            let found = outcome(
                { visit in
                    (visit.isReading, visit.origin, visit.fetchSite) = (false, origin, site)
                    visit.isProtected = isProtected
                },
                allowed: ["https://map.example"]
            )
            #expect(found == status)
        }
        #expect(outcome { ($0.origin, $0.fetchSite) = (origin, site) } == 200)
    }

    @Test func `over TLS a page without it is another site's`() {
        for (scheme, status) in [("http", 403), ("https", 200)] {
            let found = outcome { visit in
                (visit.isReading, visit.origin) = (false, "\(scheme)://localhost:8467")
                visit.isEncrypted = true
            }
            #expect(found == status)
        }
    }

    @Test func `other machines are let in only where one has to log in`() {
        #expect(outcome { $0.isFromHere = false } == 403)
        #expect(outcome { ($0.isFromHere, $0.isProtected) = (false, true) } == 200)
    }
}
