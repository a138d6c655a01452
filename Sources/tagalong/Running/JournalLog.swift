import Foundation
import Logging
import Supervision

/// Writes each log entry to systemd's journal, with its priority and fields; journald adds the time.
///
/// `TAGALONG_PART` is the part of the program, and what an entry is about has a field such as `TAGALONG_ITEM`.
struct JournalLog: LogHandler {
    let journal: Journal
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        var entry = JournalEntry("\(label): \(event.message)", priority: event.level.priority)
        entry["SYSLOG_IDENTIFIER"] = "tagalong"
        entry["TAGALONG_PART"] = label
        for (key, value) in fields { entry["TAGALONG_\(key)"] = "\(value)" }
        guard !journal.write(entry) else { return }
        // journald reads the priority from the beginning of the line.
        try? Output.error.write("<\(event.level.priority)>\("\(label): \(event.message)".printable)\n")
    }

    /// The journal of this process, if its standard error leads there.
    static let journal = Journal(environment: ProcessInfo.processInfo.environment)
}

extension Logger.Level {
    /// As `syslog(3)` numbers them.
    var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
