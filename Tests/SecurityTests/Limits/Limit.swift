/// A bound on what somebody may take up of this machine.
struct Limit {
    /// What is bounded.
    let what: String
    /// How much of it there may be.
    let most: String
    /// For whom that counts.
    let whom: String
    /// The test suites that hold it.
    let suites: [String]

    init(_ what: String, _ most: String, for whom: String, by suites: String...) {
        (self.what, self.most, self.whom, self.suites) = (what, most, whom, suites)
    }

    /// All limits as a table.
    static var table: [String] {
        var lines = ["| What | How much | For whom | Test |", "|---|---|---|---|"]
        for limit in all {
            let suites = limit.suites.map { "`\($0)`" }.joined(separator: ", ")
            lines.append("| \(limit.what) | \(limit.most) | \(limit.whom) | \(suites) |")
        }
        return lines
    }

    static var all: [Limit] {
        [connections, requests, answers, accounts, texts, kept, broker, people, reminders, facts].flatMap(\.self)
    }
}

/// Bytes as they are read.
func bytes(_ count: Int) -> String {
    switch count {
    case let count where count >= 1 << 20 && count.isMultiple(of: 1 << 20): "\(count >> 20) MiB"
    case let count where count >= 1 << 10 && count.isMultiple(of: 1 << 10): "\(count >> 10) KiB"
    default: "\(count) bytes"
    }
}

/// A duration as it is read.
func time(_ duration: Duration) -> String {
    let seconds = Int(duration / .seconds(1))
    return switch seconds {
    case let seconds where seconds.isMultiple(of: 86_400): "\(seconds / 86_400) days"
    case let seconds where seconds > 60 && seconds.isMultiple(of: 60): "\(seconds / 60) min"
    default: "\(seconds) s"
    }
}
