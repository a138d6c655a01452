import Foundation
import Guard
import Testing
import Tracking

@testable import Guarding

struct GuardFileTests {
    private let file = GuardFile(path: FileManager.default.temporaryDirectory.path + "/guard-\(UUID()).json")

    @Test func `a guard that is killed at noon tells in the evening what another one tells`() throws {
        var whole = GuardDesk(owner: GuardedDay.anna)
        try GuardedDay().play(0..<720, to: &whole)
        try file.write(whole.remembered)
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let memory = try file.read(for: GuardedDay.anna)
        #expect(memory == whole.remembered)
        var second = GuardDesk(owner: GuardedDay.anna, memory: memory)
        // What waited comes before what the gateway says of itself.
        for message in try GuardedDay().messages(720) { _ = second.receive(message, at: GuardedDay.time(720)) }
        #expect(second.watch.reports.first?.last == whole.watch.reports.first?.last.advanced(by: .seconds(60)))
        let notices = try GuardedDay().play(720..<1440, to: &second)
        #expect(try notices == GuardedDay().play(720..<1440, to: &whole))
        #expect(notices.count == 1)
        #expect(second.list(at: GuardedDay.time(1440)) == whole.list(at: GuardedDay.time(1440)))
    }

    @Test func `without a file it begins anew`() throws {
        #expect(try file.read(for: GuardedDay.anna) == GuardMemory(owner: GuardedDay.anna))
    }

    @Test(
        arguments: [
            ("{", "what a guard remembers is expected, found something else; move the file away to begin anew"),
            ("", "what a guard remembers is expected, found something else; move the file away to begin anew"),
            (
                #"{"version":1}"#,
                "what a guard remembers is expected, found something else; move the file away to begin anew"
            ),
            (#"{"version":9}"#, "version 1 is expected, found 9: a later version of the program wrote it"),
        ]
    )
    func `a file of something else is refused in a sentence`(_ text: String, _ sentence: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file.path))
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        let error = #expect(throws: GuardFile.Unreadable.self) { try file.read(for: GuardedDay.anna) }
        #expect(error?.description == "\(file.path): \(sentence)")
    }

    @Test(arguments: [Int.min, -1, 253_402_300_800, Int.max])
    func `a file that ends in a time that no clock shows is refused`(_ time: Int) throws {
        var memory = GuardMemory(owner: GuardedDay.anna)
        memory.passed = time
        try file.write(memory)
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        #expect(throws: GuardFile.Unreadable.self) { try file.read(for: GuardedDay.anna) }
    }

    @Test(arguments: [true, false]) func `what is no file is refused at once`(_ isPipe: Bool) throws {
        if isPipe {
            try #require(unsafe mkfifo(file.path, 0o600) == 0)
        } else {
            try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        }
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        let error = #expect(throws: GuardFile.Unreadable.self) { try file.read(for: GuardedDay.anna) }
        #expect(error?.description == "\(file.path): a file is expected, found a directory, pipe or device")
    }

    @Test func `the guard of another owner is refused`() throws {
        try file.write(GuardMemory(owner: GuardedDay.anna))
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        #expect(throws: GuardFile.Unreadable.self) { try file.read(for: GuardedDay.pocket) }
    }
}
