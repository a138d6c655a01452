import Logging
import Synchronization

/// What is logged, for tests of what shows nowhere else.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var logger: Logger {
        Logger(label: "test") { [self] _ in Handler(lines: self) }
    }

    func contain(_ text: String) -> Bool {
        lines.withLock { $0.contains { $0.contains(text) } }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append("\(event.message)") }
        }
    }
}
