import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite(.timeLimit(.minutes(30)))
struct DocumentTests {
    @Test func `the interface describes itself`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/openapi.json")
            #expect(answer.status == 200)
            #expect(try answer.object["openapi"] as? String == "3.1.0")
        }
    }

    @Test func `every route is described, and everything described is a route`() async throws {
        try await withConsole { console in
            let document = try await console.get("/api/v1/openapi.json").object
            let methods: Set = ["get", "put", "post", "patch", "delete"]
            var described: Set<String> = []
            for (path, item) in document["paths"] as? [String: [String: Any]] ?? [:] {
                for method in item.keys where methods.contains(method) {
                    described.insert("\(method.uppercased()) \(path)")
                }
            }
            let served = console.service.routes().filter { $0.method != .head }
            let routes = Set(served.map { "\($0.method.rawValue) \($0.path)" })
            let ours = routes.filter { $0.contains(" /api/v1/") }
            #expect(ours.subtracting(described).sorted() == [])
            #expect(described.subtracting(routes).sorted() == [])
        }
    }

    @Test func `each operation says what it answers while something is away, and which ones workers do not offer`()
        async throws
    {
        try await withConsole { console in
            let document = try await console.get("/api/v1/openapi.json").object
            var (silent, notByWorkers) = ([String](), Set<String>())
            for (path, item) in document["paths"] as? [String: [String: Any]] ?? [:] {
                for operation in item.values.compactMap({ $0 as? [String: Any] }) {
                    let (name, answers) = (operation["operationId"], operation["responses"])
                    guard let name = name as? String, let answers = answers as? [String: Any] else { continue }
                    if answers["default"] != nil, answers["503"] == nil { silent.append("\(path) \(name)") }
                    if answers["501"] != nil { notByWorkers.insert(name) }
                }
            }
            #expect(silent == [])
            #expect(notByWorkers == ["importFixes", "addSimulatedItem"])
        }
    }

    @Test func `every reference leads somewhere, and every operation has a name of its own`() async throws {
        try await withConsole { console in
            let answer = try await console.get("/api/v1/openapi.json")
            let check = SchemaCheck(document: try answer.object)
            let references = answer.text.matches(of: /"\$ref":"(#[^"]+)"/).map { String($0.output.1) }
            #expect(references.count > 100)
            #expect(Set(references).filter { check.find($0).isEmpty } == [])
            let names = answer.text.matches(of: /"operationId":"([^"]+)"/).map { String($0.output.1) }
            #expect(names.count == Set(names).count)
        }
    }
}
