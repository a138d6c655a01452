package import Access
import HTTPTypes
import Synchronization
import Threads

/// Works on passcodes, each of which takes a processor for a tenth of a second, on two threads apart.
///
/// One is for strangers, and one for known devices, sessions and this machine: these get in beside a flood of the others,
/// and whoever asks for anything else waits for neither. Only so many wait; whoever comes then is told to come again.
package final class PasscodeRoom: Sendable {
    /// A thread, and who is there.
    private final class Lane: Sendable {
        let executor = WorkExecutor(threads: 1)
        private let most: (all: Int, each: Int)
        private let places = Mutex<[String: Int]>([:])

        init(all: Int, each: Int) { most = (all, each) }

        func enter(_ key: String) throws(Problem) {
            let isFull = places.withLock { places in
                let own = places[key, default: 0]
                guard own < most.each, places.values.reduce(0, +) < most.all else { return true }
                places[key] = own + 1
                return false
            }
            guard isFull else { return }
            throw Problem(
                .serviceUnavailable,
                "many passcodes are being checked at the moment; try again in a few seconds",
                headers: [.retryAfter: "\(PasscodeRoom.pause.components.seconds)"]
            )
        }

        var taken: Int { places.withLock { $0.values.reduce(0, +) } }

        func leave(_ key: String) {
            places.withLock { places in
                let left = places[key, default: 0] - 1
                places[key] = left > 0 ? left : nil
            }
        }
    }

    /// After which one may try again whom there was no room for.
    static let pause = Duration.seconds(2)

    private let known: Lane
    private let strangers: Lane

    init(_ limits: ConsoleLimits) {
        known = Lane(all: limits.passcodesOfKnown, each: limits.passcodesOfOneKnown)
        strangers = Lane(all: limits.passcodesOfStrangers, each: limits.passcodesOfSource)
    }

    /// How many passcodes of strangers are checked or wait for it.
    var strangersTaken: Int { strangers.taken }

    /// Works on a passcode of a caller when its turn comes.
    ///
    /// - Throws: What the body throws, or a ``Problem`` (503) when there is no room.
    func work<Value: Sendable>(
        for caller: PasscodeCaller, _ body: @Sendable @escaping () throws -> Value
    ) async throws -> Value {
        let (lane, key) =
            switch caller {
            case .known(let key): (known, key)
            case .stranger(let key): (strangers, key)
            }
        try lane.enter(key)
        defer { lane.leave(key) }
        return try await withTaskExecutorPreference(lane.executor) {
            // Whoever has left in the meantime costs nothing.
            try Task.checkCancellation()
            return try body()
        }
    }
}

extension WebParts {
    /// Works on a passcode that is to be kept for somebody of whom nothing is known but where they come from.
    ///
    /// - Throws: What the body throws, or a ``Problem`` (503) when there is no room.
    package func withNewPasscode<Value: Sendable>(
        _ context: ConsoleContext, _ body: @Sendable @escaping () throws -> Value
    ) async throws -> Value {
        try await passcodes.work(for: PasscodeCaller(source: context.source), body)
    }

    /// Works on a passcode when its turn comes; who is locked out is told so at once.
    ///
    /// Without a name it is the only account that has one.
    ///
    /// - Throws: What the body throws, ``AccessError/locked(until:)``, or a ``Problem`` (503) when there is no room.
    package func withPasscode<Value: Sendable>(
        of name: String?,
        _ access: AccessControl,
        _ device: AccessSecret?,
        _ context: ConsoleContext,
        _ body: @Sendable @escaping () throws -> Value
    ) async throws -> Value {
        var caller = try access.caller(name, from: context.source, device: device, at: clock.now)
        // Whoever is logged in has shown who they are; but anybody can register.
        if let principal = context.session?.principal, principal.isVerified, let account = principal.account {
            caller = .known("account:\(account)")
        }
        return try await passcodes.work(for: caller, body)
    }
}
