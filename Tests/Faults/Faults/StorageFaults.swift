import Foundation
import Glibc
import TestSupport

/// The disk of the database is full for a while.
struct DiskFull: Fault {
    let name = "disk-full"
    let summary = "a full disk for 2 s"
    let times = 2

    func obstacle(_ plan: Plan) -> String? { plan.isolation.obstacle }

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws {
        stage.storeDirectory = "\(stage.directory)/disk"
        try FileManager.default.createDirectory(atPath: stage.storeDirectory, withIntermediateDirectories: true)
        try Command.run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", stage.storeDirectory)
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let filler = "\(stage.storeDirectory)/filler"
        let before = stage.count("the disk is full")
        var found = statvfs()
        guard unsafe statvfs(stage.storeDirectory, &found) == 0 else { throw Trouble("statvfs fails") }
        let free = Int(found.f_bavail) * Int(found.f_frsize)
        try Data(count: max(0, free - 200_000)).write(to: URL(fileURLWithPath: filler))
        try await eventually("the history service says that the disk is full") {
            stage.count("the disk is full") > before
        }
        try await Task.sleep(for: .seconds(2))
        try FileManager.default.removeItem(atPath: filler)
        try await eventually("the history service says that it writes again") {
            stage.count("written again") > number
        }
    }

    func clear(_ stage: Stage) async {
        _ = Command.output(["umount", "--lazy", stage.storeDirectory])
    }
}

/// Nobody may write the database for a while, not even who has it open.
struct DatabaseReadOnly: Fault {
    let name = "database-read-only"
    let summary = "database and log immutable (chattr +i) for 2 s"
    let times = 2

    // An immutable file refuses writes by descriptors that are open, too, as a file system that has turned read-only
    // does; permissions would not, and a file system with open files is not remounted. Not every one can do it.
    func obstacle(_ plan: Plan) -> String? {
        let file = "\(FileManager.default.temporaryDirectory.path)/immutable-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: file) }
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let handle = FileHandle(forWritingAtPath: file)
        else { return "\(file) cannot be written" }
        let outcome = Command.output(["chattr", "+i", file])
        defer { _ = Command.output(["chattr", "-i", file]) }
        guard outcome.status == 0 else { return "chattr +i: \(outcome.text)" }
        let wasWritten = (try? handle.write(contentsOf: Data("x".utf8))) != nil
        return wasWritten ? "the file system lets open files be written in spite of chattr +i" : nil
    }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let before = stage.count("trying again until it works")
        try protect(stage, "+i")
        do {
            try await eventually("the history service says that it cannot write") {
                stage.count("trying again until it works") > before
            }
            try await Task.sleep(for: .seconds(2))
        } catch {
            try protect(stage, "-i")
            throw error
        }
        try protect(stage, "-i")
        try await eventually("the history service says that it writes again") {
            stage.count("written again") > number
        }
    }

    private func protect(_ stage: Stage, _ mode: String) throws {
        try Command.run("chattr", mode, stage.store, "\(stage.store)-wal")
    }

    func clear(_ stage: Stage) async {
        _ = Command.output(["chattr", "-i", stage.store, "\(stage.store)-wal"])
    }
}
