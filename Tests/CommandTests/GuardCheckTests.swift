import Foundation
import Guarding
import Testing
import Tracking

@testable import tagalong

@Suite struct GuardCheckTests {
    private let directory = "\(FileManager.default.temporaryDirectory.path)/guards-\(UUID().uuidString)"
    private let anna: Name

    init() throws {
        anna = try Name("anna")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    private func findings(after seconds: Int = 0) -> [Finding] {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        return GuardCheck.findings(in: directory, at: SystemUTCClock().now.advanced(by: .seconds(seconds)))
    }

    @Test func `where no guard was started there is nothing to say`() { #expect(findings() == []) }

    @Test func `a guard that does not run is told of`() throws {
        try GuardFile(of: anna, in: directory).write(GuardMemory(owner: anna))
        #expect(findings() == [Finding(subject: "guard anna", verdict: .note, detail: "does not run")])
    }

    @Test(arguments: [(60, Finding.Verdict.ok), (750, .warning)], [true, false])
    func `a guard that runs keeps what it knows each minute, or something is wrong`(
        _ after: (seconds: Int, verdict: Finding.Verdict), _ hasMemory: Bool
    ) throws {
        let (seconds, verdict) = after
        let file = GuardFile(of: anna, in: directory)
        if hasMemory { try file.write(GuardMemory(owner: anna)) }
        let lock = try #require(try WriterLock.attempt(file.path))
        let found = findings(after: seconds)
        withExtendedLifetime(lock) {}
        #expect(found.map(\.verdict) == [verdict])
        #expect(found.first?.detail.hasSuffix("for 12 min") == (verdict == .warning))
    }

    @Test func `a file that is no guard's is told of, with what to do`() throws {
        try "{}".write(toFile: "\(directory)/guard-anna.json", atomically: true, encoding: .utf8)
        let found = findings()
        #expect(found.map(\.verdict) == [.warning])
        #expect(found.first?.detail.contains("what a guard remembers is expected") == true)
        #expect(found.first?.remedy?.hasPrefix("stop the guard") == true)
    }
}
