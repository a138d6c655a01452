public import Logging
public import ServiceLifecycle
public import Tracking

/// Takes the positions of a receiver from a gpsd, and hands them on as a phone's.
///
/// The gpsd may come and go: it is tried again, after a second, two, and so on up to a minute.
public actor GpsdService: Service {
    private let source: GpsdSource
    private let talk: GpsdTalk
    private let clock: any UTCClock
    private let logger: Logger
    private let deliver: @Sendable ([[UInt8]]) async throws -> Void

    private var fixes: GpsdFixes
    private var lines = GpsdLines()
    /// What has to be delivered, oldest first.
    private var waiting: [[UInt8]] = []
    /// Whether this gpsd has greeted.
    private var isGreeted = false
    /// Whether it has been told that there is one.
    private var isKnown = false
    /// Whether something has come since the last look.
    private var hasHeard = false
    /// What is wrong, as it was said once.
    private var trouble: String?

    /// gpsd reports each second as long as it has a receiver; without a word for so many it is asked anew.
    static let longestSilence = 30
    /// Seconds between two attempts, at most.
    static let longestPause = 60
    /// Positions that wait while they cannot be stored; of more, the oldest are lost.
    static let mostWaiting = 1000
    /// What gpsd is told: to report all that it hears, in JSON.
    static let opening = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)

    /// A service that begins when it is run.
    ///
    /// Positions nearer in time than the interval are left out, none where it is zero. The gpsd is reached by `talk`, over
    /// TCP where that is nil. `deliver` stores `location` messages; what it throws is a reason to try again.
    public init(
        _ source: GpsdSource, every interval: Duration, talk: GpsdTalk? = nil, clock: any UTCClock, logger: Logger,
        deliver: @escaping @Sendable ([[UInt8]]) async throws -> Void
    ) {
        (self.source, self.talk, self.clock, self.logger) = (source, talk ?? source.talk, clock, logger)
        self.deliver = deliver
        fixes = GpsdFixes(source, every: interval)
    }

    /// Runs until it is shut down.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await self.goOn() }
        } catch is CancellationError {}
        await store(fixes.finish(at: clock.now))
    }

    private func goOn() async throws {
        var pause = 1
        while true {
            (lines, isGreeted, hasHeard) = (GpsdLines(), false, false)
            fixes.begin()
            let ending = await ending()
            try Task.checkCancellation()
            await store(fixes.finish(at: clock.now))
            complain("\(source): \(ending); trying again until it works")
            if isGreeted { pause = 1 } else { isKnown = false }
            try await clock.sleep(until: clock.now.advanced(by: .seconds(pause)), tolerance: nil)
            pause = min(Self.longestPause, pause * 2)
        }
    }

    /// Talks with the gpsd, and returns why that has ended.
    private func ending() async -> String {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.talk(Self.opening) { try await self.hear($0) } }
                group.addTask { try await self.watch() }
                defer { group.cancelAll() }
                try await group.next()
            }
            return "the connection was ended"
        } catch let error as Ending {
            return error.sentence
        } catch {
            return GpsdSource.sentence(of: error)
        }
    }

    /// Why a connection is given up.
    private enum Ending: Error {
        case silence, noGpsd
        case version(Int)

        var sentence: String {
            switch self {
            case .silence: "nothing came for \(GpsdService.longestSilence) s"
            case .noGpsd: "this is no gpsd"
            case .version(let number): "it speaks version \(number) of gpsd's protocol, 3 is expected"
            }
        }
    }

    /// Looks each second whether something came: what has come last is stored then, if nothing does.
    private func watch() async throws {
        var silence = 0
        while true {
            try await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
            silence = hasHeard ? 0 : silence + 1
            hasHeard = false
            if silence >= 2 { await store(fixes.finish(at: clock.now)) }
            if silence >= Self.longestSilence { throw Ending.silence }
        }
    }

    private func hear(_ bytes: [UInt8]) async throws {
        hasHeard = true
        for line in lines.add(bytes) {
            let report = GpsdReport(line: line)
            if !isGreeted { try greet(report) }
            guard let report else { continue }
            if case .error(let message) = report { complain("\(source): \(message)") }
            await store(fixes.take(report, at: clock.now))
        }
    }

    private func greet(_ report: GpsdReport?) throws {
        guard case .version(let release, let number)? = report else { throw Ending.noGpsd }
        guard number == 3 else { throw Ending.version(number) }
        isGreeted = true
        // One whose receiver was pulled out is asked anew again and again.
        guard !isKnown else { return }
        isKnown = true
        logger.info("\(source): gpsd \(release) is there; what it knows is stored as \(source.device)")
    }

    private func store(_ outcome: GpsdFixes.Outcome) async {
        switch outcome {
        case .nothing: return
        case .wrongTime(let time):
            let sentence = "the receiver says that it is \(time), and this machine \(clock.now): that is not stored"
            return complain("\(source): \(sentence)", as: "time")
        case .position(let position):
            waiting.append(position.location())
            waiting.removeFirst(max(0, waiting.count - Self.mostWaiting))
        }
        let messages = waiting
        waiting = []
        do {
            try await deliver(messages)
            trouble = nil
        } catch {
            waiting = messages + waiting
            complain("\(source): \(error); trying again with the next position")
        }
    }

    /// Says what is wrong once, however often it happens.
    private func complain(_ sentence: String, as kind: String? = nil) {
        guard trouble != kind ?? sentence else { return }
        trouble = kind ?? sentence
        logger.warning("\(sentence)")
    }
}
