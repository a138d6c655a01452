import Foundation
import Synchronization
import TestSupport

/// Asks `/health` again and again, each time over a new connection, as a load balancer does.
final class HealthWatch: Sendable {
    /// Seconds for an answer; more in a build that is not optimised, which is some ten times as slow.
    static let patience: Double = _isDebugAssertConfiguration() ? 10 : 1

    private let port: Int
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var asked = 0
        /// What was there in place of an answer.
        var failures: [String] = []
        var longest = 0.0
    }

    init(port: Int) { self.port = port }

    /// Asks until it is over, ten times a second.
    func run() async {
        await onThread { [self] in
            while !state.withLock(\.isOver) {
                let begin = ContinuousClock.now
                let failure = ask()
                let seconds = begin.duration(to: .now) / .seconds(1)
                state.withLock { state in
                    state.asked += 1
                    if let failure { state.failures.append("\(failure) after \(String(format: "%.2f", seconds)) s") }
                    state.longest = max(state.longest, seconds)
                }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    func end() { state.withLock { $0.isOver = true } }

    /// How it went, for the notes.
    ///
    /// - Throws: ``Trouble`` when an answer was missing, or took longer than the patience.
    func verdict() throws -> String {
        let (asked, failures, longest) = state.withLock { ($0.asked, $0.failures, $0.longest) }
        let slowest = String(format: "%.2f", longest)
        guard asked > 0, failures.isEmpty else {
            let told = failures.prefix(5).joined(separator: ", ")
            throw Trouble("/health did not answer \(failures.count) of \(asked) times: \(told)")
        }
        guard longest <= Self.patience else { throw Trouble("/health took up to \(slowest) s") }
        return "/health answered \(asked) times, within \(slowest) s"
    }

    /// Asks once: nil for an answer, or what was there in its place.
    private func ask() -> String? {
        guard let caller = try? RawSocket(port: port, patience: Int(Self.patience) + 1) else { return "no connection" }
        try? caller.write("GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        let bytes = caller.read()
        guard !bytes.isEmpty else { return "no answer" }
        let answer = String(decoding: bytes, as: UTF8.self)
        return answer.hasPrefix("HTTP/1.1 200") ? nil : "\(answer.prefix(12))"
    }
}
