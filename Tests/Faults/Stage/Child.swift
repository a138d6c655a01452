import Foundation
import Glibc
import Synchronization

/// A process of the run, which ends with it at the latest, with its words in a log.
///
/// It is started and awaited by a thread of its own, since its end is bound to that of the thread that starts it.
final class Child: Sendable {
    let log: String
    let identifier: Int32
    private let ending: Ending

    private final class Ending: Sendable {
        let status = Mutex<Int32?>(nil)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: What it sees of the environment besides a path.
    ///   - log: Where its words go, behind those of earlier ones.
    /// - Throws: ``Trouble`` when it cannot be started.
    init(_ words: [String], environment: [String: String] = [:], log: String) throws {
        let output = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Trouble("\(log) cannot be written") }
        let ending = Ending()
        let box = Started()
        let call = ["setpriv", "--pdeathsig", "KILL"] + words
        let all = Command.environment.merging(environment) { $1 }
        Thread.detachNewThread {
            let result = Result { try Spawn.start(call, environment: all, output: output) }
            close(output)
            box.result.withLock { $0 = result }
            box.bell.signal()
            guard case .success(let process) = result else { return }
            let status = Spawn.wait(for: process)
            ending.status.withLock { $0 = status }
        }
        box.bell.wait()
        guard let result = box.result.withLock({ $0 }) else { throw Trouble("'\(words[0])' was not started") }
        (self.log, self.ending) = (log, ending)
        identifier = try result.get()
    }

    private final class Started: Sendable {
        let result = Mutex<Result<Int32, any Error>?>(nil)
        let bell = DispatchSemaphore(value: 0)
    }

    var isRunning: Bool { ending.status.withLock { $0 == nil } }
    var words: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Sends a signal and waits for the end: the exit status, or the negative signal.
    @discardableResult
    func end(_ signal: Int32) async -> Int32 {
        if isRunning { kill(identifier, signal) }
        while true {
            if let status = ending.status.withLock({ $0 }) { return status }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
