import Logging

/// Writes each log entry as one line to standard error: time, level, part of the program, sentence.
///
/// `2026-05-01T09:00:00.000Z info history: connected to the broker`
struct LineLog: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = Self.details(of: metadata, event)
        let line = "\(SystemUTCClock().now) \(event.level) \(label): \(event.message)\(details)"
        try? Output.error.write(line.printable + "\n")
    }

    /// What is known of an entry beside its sentence; which item it is about, that says itself.
    static func details(of metadata: Logger.Metadata, _ event: LogEvent) -> String {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }.filter { $0.key != "item" }
        return all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    }
}

extension Logger {
    /// A log of a part of the program: to the journal where standard error leads there, else lines.
    init(part: String, level: Logger.Level) {
        self.init(label: part) { label in
            if let journal = JournalLog.journal {
                return KeptLog(JournalLog(journal: journal, label: label, logLevel: level), label: label)
            }
            return KeptLog(LineLog(label: label, logLevel: level), label: label)
        }
    }
}
