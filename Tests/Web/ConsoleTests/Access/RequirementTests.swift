import Access
import Foundation
import HTTPTypes
import Hummingbird
import Maps
import TestSupport
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

/// What the declarations of the routes ask for; ``RoleTests`` asks all of them over HTTP.
@Suite struct RequirementTests {
    private static func routes() async throws -> [Route] {
        try await withConsole { console in console.service.routes() }
    }

    @Test func `what is open holds nothing of anybody's`() async throws {
        let open = try await Self.routes().filter { $0.requirement == .open && "\($0.path)".hasPrefix("/api") }
        #expect(
            Set(open.map { "\($0.method) \($0.path)" }) == [
                "GET /api/v1/openapi.json", "GET /api/v1/session", "POST /api/v1/session", "DELETE /api/v1/session",
                "POST /api/v1/session/passkey/options", "POST /api/v1/session/passkey",
                "POST /api/v1/registration", "POST /api/v1/registration/invitation",
                "POST /api/v1/verification/confirmation", "POST /api/v1/recovery",
                "POST /api/v1/recovery/confirmation", "POST /api/v1/reactivation/confirmation",
                "GET /api/v1/openid/{provider}", "POST /api/v1/openid/{provider}",
                "GET /api/v1/openid/{provider}/callback",
                "GET /api/v1/session/identity", "POST /api/v1/session/identity",
            ]
        )
    }

    @Test func `a link opens its page and its one item, and only reads`() async throws {
        let routes = try await Self.routes().filter { $0.requirement == .link }
        #expect(Set(routes.map { "\($0.method) \($0.path)" }) == ["GET /s/{secret}", "GET /api/v1/shared"])
    }

    @Test func `a found page's code opens its page, its picture and a way to write, and nothing else`() async throws {
        let routes = try await Self.routes().filter { $0.requirement == .found }
        #expect(
            Set(routes.map { "\($0.method) \($0.path)" }) == [
                "GET /found/{code}", "GET /api/v1/found/{code}", "GET /api/v1/found/{code}/picture",
                "POST /api/v1/found/{code}/messages",
            ]
        )
    }

    @Test func `a cloud's token opens its way in, and nothing else`() async throws {
        let routes = try await Self.routes().filter { $0.requirement == .cloud }
        #expect(routes.map { "\($0.method) \($0.path)" } == ["POST /api/v1/ingress/{cloud}/{token}"])
    }

    @Test func `a link opens the map beneath its item, too`() async throws {
        let file = packageRoot.appending(path: "Tests/Services/MapsTests/Golden/raster.pmtiles").path
        let archive = try MapArchive(path: file)
        let routes = try await withConsole(configure: { $0.map.archive = archive }) { $0.service.routes() }
        let map = routes.filter { $0.requirement == .link && "\($0.path)".hasPrefix("/shared") }
        let expected = ["GET /shared/basemap.json", "GET /shared/basemap/{z}/{x}/{y}"]
        #expect(map.map { "\($0.method) \($0.path)" }.sorted() == expected)
    }

    @Test func `whatever is open elsewhere only reads`() async throws {
        for route in try await Self.routes() where route.requirement == .open && !"\(route.path)".hasPrefix("/api") {
            #expect(route.method == .get, "\(route.path)")
        }
    }

    @Test func `an item's paths need a right on that item, and that on commands to change anything`() async throws {
        var count = 0
        for route in try await Self.routes() {
            guard "\(route.path)".contains("{owner}/{tracker}"), "\(route.path)".hasPrefix("/api") else { continue }
            count += 1
            guard case .item(let right, _) = route.requirement else {
                Issue.record("\(route.method) \(route.path) asks for \(route.requirement)")
                continue
            }
            #expect((right == .command) == !route.method.isReading, "\(route.method) \(route.path)")
        }
        #expect(count > 20)
    }

    @Test func `by area only what is shown so is open`() async throws {
        let open = try await Self.routes().filter {
            if case .item(_, openByArea: true) = $0.requirement { return true }
            return false
        }
        let names = open.map { "\($0.path)".split(separator: "/").dropFirst(5).joined(separator: "/") }
        #expect(Set(names) == ["", "photo", "rules", "fixes", "fixes/count", "export", "retention"])
    }
}
