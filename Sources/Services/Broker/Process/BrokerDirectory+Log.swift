internal import FoundationEssentials
internal import Glibc

extension BrokerDirectory {
    /// Puts a log that has grown too long in the place of the old one, and begins anew.
    ///
    /// The broker has the file open to append to it, so it is copied and cut: what is written between the two is lost.
    /// Nothing else needs the broker to read its configuration again, as a signal to change files would have it.
    func rotateLog(beyond limit: Int) {
        let log = unsafe open(logFile, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard log >= 0 else { return }
        defer { close(log) }
        guard lseek(log, 0, SEEK_END) > limit, lseek(log, 0, SEEK_SET) == 0 else { return }
        let temporary = "\(oldLogFile).new"
        remove(temporary)
        let old = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // On a full disk what is there is given up, too: the log must not be what fills it.
        if old >= 0 {
            defer { close(old) }
            if copy(log, to: old) { _ = unsafe rename(temporary, oldLogFile) } else { remove(temporary) }
        }
        ftruncate(log, 0)
    }

    /// The clients for which the broker has dropped messages, since more waited for them than may.
    var clientsWithFullQueues: Set<String> {
        Set(
            logLines.compactMap { line in
                Self.words(of: line, behind: "Outgoing messages are being dropped for client ").flatMap { name in
                    name.hasSuffix(".") ? String(name.dropLast()) : nil
                }
            }
        )
    }

    /// What the broker has logged, oldest first, as far as it is kept.
    var logLines: [Substring] {
        [oldLogFile, logFile].flatMap {
            (try? String(contentsOfFile: $0, encoding: .utf8))?.split(separator: "\n") ?? []
        }
    }

    /// What the broker has logged since it was started; each start begins it anew.
    var log: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }

    /// Whether a broker has said that it has all its ports, and runs.
    static func tellsReadiness(_ log: String) -> Bool {
        log.split(separator: "\n").contains { line in
            words(of: line, behind: "mosquitto version ")?.hasSuffix(" running") == true
        }
    }

    /// The port that somebody else has, when that is what a broker's last words are about.
    static func takenPort(_ log: String) -> UInt16? {
        guard log.contains("Address already in use"),
            let line = log.split(separator: "\n").last(where: { $0.contains("listen socket on port ") })
        else { return nil }
        return UInt16(line.split(separator: " ").last?.filter(\.isNumber) ?? "")
    }

    /// What follows words that begin a line, behind its time of 19 characters; nil for another line.
    ///
    /// Elsewhere in a line they may be a client's, which chooses its id.
    static func words(of line: Substring, behind start: String) -> Substring? {
        let text = line.dropFirst(19)
        let start = ": \(start)"
        return text.hasPrefix(start) ? text.dropFirst(start.count) : nil
    }

    private func copy(_ source: Int32, to target: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(source, &buffer, buffer.count)
            guard count > 0 else { return count == 0 }
            guard unsafe Glibc.write(target, buffer, count) == count else { return false }
        }
    }
}
