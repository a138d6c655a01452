import Foundation
import Synchronization
import TestSupport
import Testing
import Web

@testable import API

/// `/api/v1/scenarios` and `/api/v1/simulations`.
///
/// A shelf stands for the directory and the player here; ScenarioFolderTests and the browser's tests have the real ones.
@Suite(.timeLimit(.minutes(30)))
struct ScenarioRoutesTests {
    /// Takes every text but an empty one for a scenario, and plays it in two parts.
    private final class Shelf: SimulationShelf {
        private let texts = Mutex<[String: String]>([:])
        let keeps = true
        /// How often all of them were read.
        let listings = Mutex(0)

        func listing() -> ScenarioListing {
            listings.withLock { $0 += 1 }
            return ScenarioListing(
                entries: texts.withLock { $0.keys.sorted() }.map { ScenarioEntry(name: $0, title: $0) },
                broken: [ScenarioEntry.Broken(name: "wrong", problem: ScenarioProblem("nothing is right", line: 3))]
            )
        }

        func text(of name: String) -> String? { texts.withLock { $0[name] } }

        func check(_ text: String) throws(ScenarioProblem) -> ScenarioSummary {
            guard !text.isEmpty else { throw ScenarioProblem("the file is empty", line: 1) }
            return ScenarioSummary(
                title: text, about: nil, durationS: 60, stepS: 1, seed: 1, owners: 1, trackers: 1, gateways: 1,
                events: 0, expectations: 2
            )
        }

        func plan(_ order: SimulationOrder) throws(ScenarioProblem) -> SimulationStart? {
            switch order.source {
            case .text(let text): _ = try check(text)
            case .named("wrong"): throw ScenarioProblem("nothing is right", line: 3)
            case .named(let name): if text(of: name) == nil { return nil }
            }
            return { Run(first: "\(order.fleet) \(order.seed ?? 0) \(order.view?.rawValue ?? "none")") }
        }

        func keep(_ text: String, as name: String) { texts.withLock { $0[name] = text } }
        func remove(_ name: String) { texts.withLock { $0[name] = nil } }

        private struct Run: SimulationRun {
            var first: String?

            mutating func next() -> [UInt8]? { first.take().map { Array("{\"at_s\":0,\"told\":\"\($0)\"}\n".utf8) } }
        }
    }

    private static let yaml = ["Content-Type": "application/yaml"]
    private static let walk = "/api/v1/scenarios/walk"

    @Test func `a scenario is kept, read, changed on the base of what was read, and removed`() async throws {
        try await withConsole(configure: { $0.simulations = Shelf() }) { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let path = "/api/v1/scenarios/{scenario}"
            let new = Self.yaml.merging(["If-None-Match": "*"]) { $1 }
            let made = try await console.send("PUT", Self.walk, headers: new, body: "one")
            #expect(made.status == 201)
            #expect(try check.errors("PUT", path, made) == [])
            #expect(try await console.send("PUT", Self.walk, headers: new, body: "two").status == 412)
            let read = try await console.get(Self.walk)
            #expect(read.status == 200 && read.text == "one")
            #expect(try check.errors("GET", path, read) == [])
            let tag = try #require(read.headers["etag"])
            #expect(try await console.get(Self.walk, headers: ["If-None-Match": tag]).status == 304)
            let based = Self.yaml.merging(["If-Match": tag]) { $1 }
            #expect(try await console.send("PUT", Self.walk, headers: based, body: "two").status == 200)
            #expect(try await console.send("PUT", Self.walk, headers: based, body: "three").status == 412)
            #expect(try await console.send("DELETE", Self.walk, headers: ["If-Match": tag]).status == 412)
            #expect(try await console.get(Self.walk).text == "two")
            let list = try await console.get("/api/v1/scenarios")
            #expect(try check.errors("GET", "/api/v1/scenarios", list) == [])
            #expect(try await console.send("DELETE", Self.walk).status == 204)
            #expect(try await console.get(Self.walk).status == 404)
        }
    }

    @Test func `nothing is kept of what is no scenario, and its line is told`() async throws {
        try await withConsole(configure: { $0.simulations = Shelf() }) { console in
            let refused = try await console.send("PUT", Self.walk, headers: Self.yaml, body: "")
            #expect(refused.status == 422)
            #expect(try refused.object["detail"] as? String == "line 1: the file is empty")
            #expect(try await console.get(Self.walk).status == 404)
            let unnamed = "/api/v1/scenarios/a%20b"
            #expect(try await console.send("PUT", unnamed, headers: Self.yaml, body: "x").status == 404)
            #expect(try await console.send("PUT", Self.walk, json: "{}").status == 415)
            let long = String(repeating: "x", count: 1 << 18 + 1)
            #expect(try await console.send("PUT", Self.walk, headers: Self.yaml, body: long).status == 413)
            #expect(try await console.send("PUT", Self.walk, headers: Self.yaml, bytes: [0xFF]).status == 400)
        }
    }

    @Test func `a text is checked and played without being kept`() async throws {
        try await withConsole(configure: { $0.simulations = Shelf() }) { console in
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            let path = "/api/v1/simulations/check"
            for text in ["one", ""] {
                let told = try await console.send("POST", path, headers: Self.yaml, body: text)
                #expect(told.status == 200)
                #expect(try check.errors("POST", path, told) == [])
                #expect(try (told.object["problem"] == nil) == !text.isEmpty)
            }
            let query = "?fleet=30&seed=18446744073709551615&view=fleet"
            let trace = try await console.send("POST", "/api/v1/simulations\(query)", headers: Self.yaml, body: "one")
            #expect(trace.text == "{\"at_s\":0,\"told\":\"30 18446744073709551615 fleet\"}\n")
            for wrong in ["fleet=0", "fleet=10001", "seed=-1", "view=all", "speed=3"] {
                let path = "/api/v1/simulations?\(wrong)"
                #expect(try await console.send("POST", path, headers: Self.yaml, body: "one").status == 400)
            }
            #expect(try await console.send("POST", "/api/v1/simulations", headers: Self.yaml, body: "").status == 422)
            #expect(try await console.send("PUT", Self.walk, headers: Self.yaml, body: "one").status == 201)
            let named = try await console.get("\(Self.walk)/trace?seed=7")
            #expect(named.text == "{\"at_s\":0,\"told\":\"1 7 none\"}\n")
        }
    }

    @Test func `who asks for the headers of a trace hears what its reader would`() async throws {
        try await withConsole(configure: { $0.simulations = Shelf() }) { console in
            #expect(try await console.send("PUT", Self.walk, headers: Self.yaml, body: "one").status == 201)
            let scenarios = "/api/v1/scenarios"
            for (path, status) in [
                ("\(scenarios)/walk/trace", 200), ("\(scenarios)/nobody/trace", 404), ("\(scenarios)/a%20b/trace", 404),
                ("\(scenarios)/wrong/trace", 422), ("\(scenarios)/walk/trace?fleet=0", 400), ("\(scenarios)/walk", 200),
                ("\(scenarios)/nobody", 404), (scenarios, 200), ("\(scenarios)?all=1", 400),
                ("/api/v1/simulated-items", 200), ("/api/v1/simulated-items?all=1", 400),
            ] {
                #expect(try await console.get(path).status == status, "GET \(path)")
                let head = try await console.send("HEAD", path)
                #expect(head.status == status && head.body.isEmpty, "HEAD \(path)")
            }
        }
        try await withConsole { console in
            let head = try await console.send("HEAD", "\(Self.walk)/trace")
            #expect(head.status == 404)
        }
    }

    @Test func `all scenarios are read once for the list, and never for one of them`() async throws {
        let shelf = Shelf()
        try await withConsole(configure: { $0.simulations = shelf }) { console in
            let made = try await console.send("PUT", Self.walk, headers: Self.yaml, body: "one")
            let list = try await console.get("/api/v1/scenarios")
            let before = shelf.listings.withLock { $0 }
            let trace = try await console.get("\(Self.walk)/trace")
            let after = shelf.listings.withLock { $0 }
            #expect(made.status == 201 && list.status == 200 && trace.status == 200)
            #expect(before == 1 && after == 1)
        }
    }
}

/// Aliases that stand for more than there is room for.
@Suite struct YAMLExpansionTests {
    @Test(arguments: [
        ("a: &a [1, 2]\nb: [*a, *a]", false),
        (
            "l0: &l0 [1, 1]\n"
                + (1..<40).map { "l\($0): &l\($0) [*l\($0 - 1), *l\($0 - 1)]" }.joined(separator: "\n"), true
        ),
        (
            "l0: &l0 {a: 1}\n"
                + (1..<40).map { "l\($0): &l\($0) {<<: [*l\($0 - 1), *l\($0 - 1)]}" }.joined(separator: "\n"), true
        ),
        (
            "p: &p [" + String(repeating: "0,", count: 4000) + "0]\no: ["
                + String(repeating: "*p,", count: 5000) + "*p]", true
        ),
        ("* no YAML: [", false),
    ])
    func `what aliases stand for is counted, and counting ends`(text: String, isTooLarge: Bool) {
        #expect(YAMLExpansion(of: text).isTooLarge == isTooLarge)
    }
}
