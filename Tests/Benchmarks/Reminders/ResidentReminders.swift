import ArgumentParser
import CLinux
import Store
import Tracking

/// Says how much memory a history service takes that has taken up the reminders of a database; for the benchmarks
/// themselves.
struct ResidentReminders: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resident-reminders", shouldDisplay: false)

    @Argument var store: String
    /// Whose positions are told once more, as of whoever has a phone.
    @Argument var people: Int

    func run() throws {
        let town = try ReminderTown(people)
        var history = try RemindedHistory(Store(path: store, mode: .readWrite(create: false), durability: .off))
        let now = ReminderTown.start.advanced(by: .seconds(1))
        for person in 0..<people { try history.take([town.position(of: person, north: 0, at: now)], at: now) }
        try history.tick(at: now)
        print(Self.allocated, ProcessStatus.ours.resident)
        keep((history, town))
    }

    /// Bytes that are in use on all heaps, and in areas of their own.
    private static var allocated: Int {
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    }
}
