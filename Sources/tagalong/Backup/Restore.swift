import ArgumentParser
import Foundation
import Store

/// `tagalong restore`.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup of the database, while no history service runs.",
        discussion: """
            The backup is checked first, and kept. The previous database is kept beside it, with \
            .before-restore appended to its name. If the command is killed, one or the other is in place, and \
            it can be run again. A backup of an earlier version is upgraded when the history service next \
            starts.

            Examples:
              tagalong restore ~/tagalong.sqlite

            Exit status: 0 done, 1 not done, 2 bad input.
            """
    )

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @Flag(help: "Replace the previous database that an earlier restore has kept.")
    var force = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let choice = try StoreChoice(store, try global.settings())
        try choice.expectToBeFile("is filled from a file with 'tagalong store migrate'")
        guard FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure(.badInput, "\(file): there is no such file")
        }
        guard !DatabaseDraft.areSame(file, choice.path) else {
            throw CommandFailure(.badInput, "\(file) is the database itself; a copy is expected")
        }
        if let directory = choice.directory { try Directories.create(directory) }
        try WriterLock.acquire(for: choice)
        let swap = DatabaseSwap(path: choice.path)
        if !force { try swap.expectNoKept() }
        let target = DatabaseDraft(of: choice.path)
        try target.prepare { temporary in
            let meter = ProgressMeter("Restoring")
            defer { meter.end() }
            try Store.copyForRestore(from: file, to: temporary) { done, all in meter.show(done, of: all) }
        }
        let hasFormer = try swap.keepFormer()
        try target.place()
        let kept = hasFormer ? " The former one is \(swap.kept)." : ""
        // One of an older version is brought up to date when a service starts.
        let out = try? MonthsOutNote(Store(path: choice.path, mode: .readOnly))
        let note = out?.line("as of that copy: 'tagalong archive check' tells whether they are there") ?? ""
        try Output.standard.write("\(choice.path) is now as in \(file).\(kept)\n\(note)")
    }
}

/// Keeps the database whose place another one is about to take.
struct DatabaseSwap {
    let path: String

    var kept: String { path + ".before-restore" }

    /// Refuses to replace what an earlier restore has kept.
    func expectNoKept() throws(CommandFailure) {
        // After a restore that was killed, both are one file.
        guard FileManager.default.fileExists(atPath: kept), !DatabaseDraft.areSame(kept, path) else { return }
        throw CommandFailure(.failure, "\(kept) exists from an earlier restore; move it away, or add --force")
    }

    /// Gives the former database, if there was one, a second name, and leaves no log beside that would be taken for the
    /// new one's.
    func keepFormer() throws(CommandFailure) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        // A database too damaged for this is kept with its log as it is.
        try? Store.checkpoint(path: path)
        let second = kept + ".part"
        unsafe unlink(second)
        guard unsafe link(path, second) == 0 else { throw Self.failure(second) }
        for suffix in ["-wal", "-shm"] {
            unsafe unlink(kept + suffix)
            if FileManager.default.fileExists(atPath: path + suffix), unsafe rename(path + suffix, kept + suffix) != 0 {
                throw Self.failure(kept + suffix)
            }
        }
        // Where both are one file already, this leaves both names.
        guard unsafe rename(second, kept) == 0 else { throw Self.failure(kept) }
        unsafe unlink(second)
        return true
    }

    private static func failure(_ path: String) -> CommandFailure {
        PrivateFile.failure(path, unsafe String(cString: strerror(errno)))
    }
}
