/// Why a command ends early: its exit status, and one sentence for people.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let sentence: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    var description: String { sentence }
}

/// Nobody reads the output any more, as when `head` has seen enough: no failure.
struct OutputClosed: Error, Hashable, Sendable {}
