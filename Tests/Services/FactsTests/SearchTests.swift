import Reminders
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Facts

/// Searching for addresses, by Nominatim's policy.
struct SearchTests {
    private static let body = #"[{"lat":"52.5","lon":"13.4","name":"Museum","display_name":"Museum, Berlin"}]"#

    @Test func `one search a second goes out, and what is known does not`() async throws {
        try await withTestWebServer(reply: { _, _ in
            var reply = TestWebServer.Reply()
            reply.body = Array(Self.body.utf8)
            return reply
        }) { server in
            let clock = ManualClock()
            var configuration = FactConfiguration()
            configuration.nominatim = Nominatim(url: server.url, suggests: false)
            let service = FactService(
                configuration, clock: clock, generator: SeededGenerator(seed: 1), logger: .silent
            )
            #expect(try await service.search("museum").map(\.name) == ["Museum"])
            #expect(try await service.search("museum").map(\.name) == ["Museum"])
            #expect(server.requests.count == 1)
            let second = Task { try await service.search("castle").count }
            // It waits on the clock for its second, and asks then.
            try await eventually {
                clock.advance(by: .milliseconds(100))
                return server.requests.count == 2
            }
            #expect(try await second.value == 1)
            #expect(await service.bytes.used == 2 * Self.body.utf8.count)
            let refusal = await #expect(throws: FactError.self) { try await service.search("c", isSuggestion: true) }
            #expect(refusal?.description == "the server for addresses gives no suggestions while somebody types")
            #expect(server.requests.count == 2)
        }
    }

    @Test func `how searches go is told as of any source, and one that fails puts off no other`() async throws {
        try await withTestWebServer(reply: { _, number in
            var reply = TestWebServer.Reply()
            reply.body = Array((number == 1 ? "<html>" : Self.body).utf8)
            return reply
        }) { server in
            let clock = ManualClock()
            var configuration = FactConfiguration()
            configuration.nominatim = Nominatim(url: server.url, suggests: false)
            let service = FactService(
                configuration, clock: clock, generator: SeededGenerator(seed: 1), logger: .silent
            )
            #expect(await service.statuses.isEmpty)
            #expect(try await service.search("museum").count == 1)
            let first = clock.now
            #expect(await service.statuses.map(\.name) == ["nominatim"])
            #expect(await service.statuses.first?.lastSuccess == first)
            clock.advance(by: .seconds(1))
            await #expect(throws: FactError.self) { try await service.search("castle") }
            let failed = try #require(await service.statuses.first)
            #expect(failed.trouble != nil && failed.lastFailure == clock.now && failed.lastSuccess == first)
            #expect(failed.fetches == 2 && failed.failures == 1 && failed.nextTry == nil)
            #expect(failed.bytesToday == Self.body.utf8.count + "<html>".utf8.count)
            clock.advance(by: .seconds(1))
            #expect(try await service.search("castle").count == 1)
            #expect(await service.statuses.first?.trouble == nil)
            #expect(server.requests.count == 3)
        }
    }

    @Test func `without a server there is no search`() async {
        let service = FactService(FactConfiguration(), clock: ManualClock(), logger: .silent)
        let error = await #expect(throws: FactError.self) { try await service.search("x") }
        #expect(error?.description == "no source is configured under 'places: nominatim' in facts.yaml")
    }
}
