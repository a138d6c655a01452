package import Logging
import Synchronization

/// What is logged, for tests of what shows nowhere else.
package final class LogLines: Sendable {
    private let kept = Mutex<[String]>([])
    private let level: Logger.Level

    /// Keeps what is logged at a level and above.
    package init(from level: Logger.Level = .info) { self.level = level }

    package var logger: Logger { Logger(label: "test") { [self] _ in Handler(lines: self, logLevel: level) } }

    /// The messages, each with the metadata of its logger where there is some.
    package var lines: [String] { kept.withLock { $0 } }

    /// How many lines have a text in them.
    package func count(of text: String) -> Int { lines.count { $0.contains(text) } }

    package func contain(_ text: String) -> Bool { count(of: text) > 0 }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = "\(event.message)" + (metadata.isEmpty ? "" : " \(metadata)")
            lines.kept.withLock { $0.append(line) }
        }
    }
}
