import ArgumentParser
import Foundation
import TestSupport
import Testing
import Web

@testable import tagalong

/// What the documents say beside the program.
@Suite struct DocumentsTests {
    private func documents() throws -> [(name: String, text: String)] {
        let folder = packageRoot.appending(path: "docs").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        return try names.sorted().map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
    }

    @Test func `no document calls the version of the program a former one`() throws {
        let version = try #require(Tagalong.configuration.version.firstMatch(of: /\d+\.\d+/)?.0)
        for (name, text) in try documents() {
            #expect(!text.contains("\(version) or earlier"), "\(name)")
            #expect(!text.contains("\(version).0 or earlier"), "\(name)")
        }
    }

    @Test func `the pages of the samples listen where those of the program do`() throws {
        let messages = try #require(try documents().first { $0.name == "messages.md" })
        let ports = messages.text.matches(of: /http:\/\/localhost:(\d+)/).map { $0.1 }
        #expect(!ports.isEmpty)
        #expect(ports.allSatisfy { $0 == "\(ConsoleConfiguration.standardPort)" })
    }
}
