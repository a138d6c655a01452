public import Access
public import Logging
public import ServiceLifecycle
public import Tracking

/// Sends mails about accounts beside the answers: how long an answer takes does not tell whether a mail was sent.
///
/// A few are on their way at a time, and one to each address. What waits for another try keeps nobody else from their turn.
/// They are kept in memory only. Whoever has waited for one in vain asks for another.
public final class LetterCarrier: Service {
    /// What has become of a mail.
    public enum Outcome: Sendable {
        case sent
        /// The server does not take it, and would not later.
        case refused(String)
        /// The server was not to be had.
        case unreachable(String)
    }

    /// Sends a mail.
    public typealias Sending = @Sendable (LetterText, _ to: MailAddress, _ now: Timestamp) async -> Outcome

    /// Finds out what is to be written; nil for nothing.
    typealias Letter = @Sendable () throws(AccessError) -> AccountLetter?

    /// How many wait at most.
    static let most = 1000
    /// How long to wait before anything is looked up: until the answer has long been sent, whose time would tell else.
    private static let calm = Duration.milliseconds(300)
    /// How long to wait before each other try.
    private static let pauses: [Duration] = [.seconds(5), .seconds(30)]

    private let pages: @Sendable () -> String?
    private let clock: any UTCClock
    private let logger: Logger
    private let sending: Sending
    private let letters: AsyncStream<Letter>
    private let box: AsyncStream<Letter>.Continuation
    private let places = LetterPlaces()
    private let finder = Finder()

    /// Finds out what is to be written, for one mail at a time: the database may be waited for.
    private actor Finder {
        func find(_ letter: Letter) throws(AccessError) -> AccountLetter? { try letter() }
    }

    /// What sends by `sending`, with links to the pages where these are then.
    public init(
        pages: @escaping @Sendable () -> String?,
        clock: any UTCClock,
        logger: Logger,
        sending: @escaping Sending
    ) {
        (self.pages, self.clock, self.logger, self.sending) = (pages, clock, logger, sending)
        (letters, box) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.most))
    }

    /// Takes a mail, and returns at once.
    func send(_ letter: AccountLetter) { send { letter } }

    /// Takes a mail that is found out of beside the answer, and returns at once.
    func send(_ letter: @escaping Letter) {
        if case .dropped = box.yield(letter) {
            logger.warning("too many mails about accounts wait to be sent, so one is not")
        }
    }

    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await letter in letters.cancelOnGracefulShutdown() {
                if running == Self.most {
                    await group.next()
                    running -= 1
                }
                group.addTask { await self.deliver(letter) }
                running += 1
            }
            // What is on its way arrives; what only waits is given up.
            await places.close()
        }
    }

    private func deliver(_ make: @escaping Letter) async {
        guard await wait(Self.calm) else { return }
        let letter: AccountLetter
        do throws(AccessError) {
            guard let made = try await finder.find(make) else { return }
            letter = made
        } catch { return logger.warning("a mail about an account cannot be written: \(error)") }
        let text = LetterText(letter, pages: pages())
        for pause in Self.pauses + [nil] {
            guard await places.enter(letter.to) else { return }
            let outcome = await sending(text, letter.to, clock.now)
            await places.leave(letter.to)
            switch outcome {
            case .sent: return
            case .refused(let reason): return logger.warning("a mail about an account is not taken: \(reason)")
            case .unreachable(let reason):
                guard let pause else { return logger.warning("a mail about an account is given up: \(reason)") }
                logger.info("a mail about an account is tried again: \(reason)")
                guard await wait(pause) else { return }
            }
        }
    }

    /// False where the program ends before: nobody waits for the mail any more.
    private func wait(_ pause: Duration) async -> Bool {
        let isOver = await cancelWhenGracefulShutdown { [clock] in
            do { try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil) } catch { return false }
            return true
        }
        return isOver && !Task.isCancelled
    }
}
