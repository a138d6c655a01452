import ArgumentParser
import Foundation
import Testing
import Tracking

@testable import tagalong

@Suite struct GuardsOptionsTests {
    private func choice(_ flags: [String], _ environment: [String: String] = [:]) throws -> [String] {
        let home = ["HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"]
        let settings = try CommandSettings(try .parse([]), environment: home.merging(environment) { $1 })
        return try GuardsOptions.parse(flags.flatMap { ["--guard", $0] }).choice(settings).map(\.text)
    }

    @Test func `nobody is guarded unless somebody says so, by flags or by the setting`() throws {
        #expect(try choice([]) == [])
        #expect(try choice(["anna", "ben", "anna"]) == ["anna", "ben"])
        #expect(try choice([], ["TAGALONG_GUARDS": "anna,ben"]) == ["anna", "ben"])
        #expect(try choice(["carl"], ["TAGALONG_GUARDS": "anna,ben"]) == ["carl"])
    }

    @Test(arguments: ["", "an/na", "gateway", "guard"])
    func `what is no name of an owner is refused`(_ text: String) throws {
        #expect(throws: CommandFailure(.badInput, "--guard: '\(text)' is given, the name of an owner is expected")) {
            try choice([text])
        }
    }
}
