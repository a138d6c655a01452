import API
import Logging

/// Writes each log entry where another handler does, and keeps it for the status page of the console.
struct KeptLog: LogHandler {
    /// What this run has logged, in whichever part of the program.
    static let ofThisRun = RunLog()

    let label: String
    private var base: any LogHandler

    init(_ base: any LogHandler, label: String) { (self.base, self.label) = (base, label) }

    var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        base.log(event: event)
        let text = event.message.description + LineLog.details(of: metadata, event)
        Self.ofThisRun.note(text.printable, level: event.level, part: label, at: SystemUTCClock().now)
    }
}
