import ArgumentParser
import Settings
import Tracking

/// How wishes are written on the command line.
enum DesiredOptions {
    /// Seconds between reports.
    ///
    /// - Throws: `ValidationError`.
    static func seconds(_ text: String) throws -> Int {
        guard let time = Duration(compact: text), time.milliseconds % 1000 == 0,
            (1000...86_400_000).contains(time.milliseconds)
        else { throw ValidationError("--report-every: '\(text)' is given, whole seconds from 1s to 24h are expected.") }
        return Int(time.milliseconds / 1000)
    }

    /// What a thing is called.
    ///
    /// - Throws: `ValidationError`.
    static func item(_ text: String, flag: String = "--item") throws -> ItemName {
        do { return try ItemName(text) } catch { throw ValidationError("\(flag): \(error).") }
    }
}
