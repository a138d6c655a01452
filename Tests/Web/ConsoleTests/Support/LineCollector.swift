import Logging
import Synchronization

/// Keeps what is logged.
final class LineCollector: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(collector: self) } }

    private struct Handler: LogHandler {
        let collector: LineCollector
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { collector.kept.withLock { $0.append("\(event.message)") } }
    }
}
