import Archive
import ArgumentParser
import JSON
import Store
import Synchronization
import Tracking

/// `tagalong archive move`.
struct ArchiveMove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move months that are over to object storage now.",
        discussion: """
            A history service does so by itself, once an hour, with the same settings; this command is for \
            when none runs. A month is removed from the database after its object was read back. A device's \
            newest 64 positions always stay.

            Examples:
              tagalong archive move
              tagalong archive move sam/keys --keep-hot 0d

            Exit status: 0 done, 1 not done, 2 bad input, 3 the object storage could not be reached.
            """
    )

    @Argument(help: "OWNER/TRACKER, or the name of a tracker or an item if it is unique (default: all).")
    var item: String?

    @OptionGroup var keepHot: KeepHotOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (mover, devices) = try mover()
        try write(try await Self.sweep(mover, of: devices))
    }

    private func mover() throws -> (mover: MonthMover, devices: Set<DeviceID>?) {
        let settings = try global.settings()
        let (choice, place) = (try StoreChoice(store, settings), try ArchiveChoice.require(archive, settings))
        let keepHot = try ArchiveChoice.keepHot(keepHot, settings)
        let history = try choice.openForChange()
        let device = try item.map { try ItemSearch(devices: history.devices(), in: choice.path).find($0) }
        let mover = MonthMover(history, place.storage, place.cache, keepHot: keepHot, clock: SystemUTCClock())
        return (mover, device.map { [$0] })
    }

    /// Not part of another function: Swift 6.3.1 fails on that when it optimises.
    @inline(never)
    private static func sweep(_ mover: MonthMover, of devices: Set<DeviceID>?) async throws -> MonthMover.Report {
        let meter = ProgressMeter("Moving")
        let counter = Mutex(0)
        let result: Result<MonthMover.Report, any Error>
        do {
            result = .success(
                try await mover.sweep(
                    of: devices,
                    progress: { _, _ in
                        counter.withLock { done in
                            meter.show(done, "months")
                            done += 1
                        }
                    }))
        } catch { result = .failure(error) }
        meter.end()
        return try result.get()
    }

    private func write(_ report: MonthMover.Report) throws {
        let storage = try ArchiveChoice.require(archive, try global.settings()).storage.address
        if output.json { return try Output.standard.write(Self.json(report).line + "\n") }
        let what = "\(report.months) months with \(report.fixes) positions in \(report.bytes) bytes"
        var text = "Moved \(what) to \(storage).\n"
        if report.changed > 0 { text += "\(report.changed) months changed meanwhile and wait.\n" }
        if report.removed > 0 { text += "Removed \(report.removed) objects that nothing refers to.\n" }
        try Output.standard.write(text)
    }

    private static func json(_ report: MonthMover.Report) -> JSONValue {
        .object([
            "months": .integer(report.months),
            "fixes": .integer(report.fixes),
            "bytes": .integer(report.bytes),
            "changed": .integer(report.changed),
            "removed": .integer(report.removed),
        ])
    }
}
