internal import Access
public import Logging
internal import ServiceLifecycle
public import Tracking

/// Tells people in their browsers by Web Push what comes into their inboxes, also with no page open.
///
/// A notice is given out once, whichever service asks, and waits in memory until it is told: of who dies meanwhile it is
/// in the inbox all the same. What it says is read when it is told, so that nothing is told of somebody who is gone, or
/// of what was read.
public actor InboxTeller {
    private let sender: PushSender
    private let schedule: RetrySchedule
    private let clock: any UTCClock
    private let logger: Logger
    private var generator: any RandomNumberGenerator & Sendable
    private var waiting: [Waiting] = []
    /// What was said last, so that it is said once.
    private var complaint: String?

    /// News that nobody was told of yet.
    private struct Waiting: Sendable {
        let news: InboxNews
        var failures = 0
        var next: Timestamp
    }

    /// A teller over a sender that knows whom to reach.
    public init(
        _ sender: PushSender,
        schedule: RetrySchedule = RetrySchedule(first: .seconds(10)),
        clock: any UTCClock,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger
    ) {
        (self.sender, self.schedule, self.clock) = (sender, schedule, clock)
        (self.generator, self.logger) = (generator, logger)
    }

    /// Between two looks.
    private static let interval = Duration.seconds(2)
    /// How often something is tried; after that it is in the inbox only.
    private static let tries = 6
    /// What waits at most; the oldest is given up first.
    private static let room = 1000

    /// Tells until the program is to end.
    func run() async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            take()
            await tellDue()
            await cancelWhenGracefulShutdown {
                try? await self.clock.sleep(until: self.clock.now.advanced(by: Self.interval), tolerance: nil)
            }
        }
    }

    private func take() {
        let now = clock.now
        do {
            waiting += try sender.access.inbox.takeUntold(at: now).map { Waiting(news: $0, next: now) }
            waiting.removeFirst(max(0, waiting.count - Self.room))
            complaint = nil
        } catch {
            if complaint != "\(error)" { logger.warning("the inboxes cannot be read now: \(error)") }
            complaint = "\(error)"
        }
    }

    /// Tells what is due, each browser for itself.
    private func tellDue() async {
        let (now, sender) = (clock.now, sender)
        let due = waiting.filter { $0.next <= now }
        guard !due.isEmpty else { return }
        waiting.removeAll { $0.next <= now }
        await withTaskGroup(of: [(Waiting, DeliveryFailure?)].self) { group in
            for ofDevice in Dictionary(grouping: due, by: \.news.device).values {
                group.addTask {
                    var outcomes: [(Waiting, DeliveryFailure?)] = []
                    for one in ofDevice { outcomes.append((one, await sender.failure(of: one.news, at: now))) }
                    return outcomes
                }
            }
            for await outcomes in group { for (one, failure) in outcomes { settle(one, failure) } }
        }
    }

    private func settle(_ one: Waiting, _ failure: DeliveryFailure?) {
        guard let failure else { return }
        if case .impossible = failure { return logger.debug("inbox: \(failure); it is not tried again") }
        var one = one
        one.failures += 1
        guard one.failures < Self.tries else { return logger.warning("inbox: \(failure); it is not tried again") }
        var delay = schedule.delay(after: one.failures, using: &generator)
        if case .unreachable(_, let wanted?) = failure { delay = max(delay, min(wanted, schedule.most)) }
        one.next = clock.now.advanced(by: delay)
        waiting.append(one)
    }
}

extension PushSender {
    /// Tells a browser of what has come into an inbox; nil where it is told, or where there is nothing to tell any more.
    fileprivate func failure(of news: InboxNews, at now: Timestamp) async -> DeliveryFailure? {
        do throws(DeliveryFailure) {
            let device: PushDevice
            let notice: InboxNotice
            do {
                guard let known = try access.pushDevice(news.device)?.device, known.account == news.account,
                    let unread = try access.inbox.unreadNotice(news.notice, of: news.account, at: now)
                else { return nil }
                (device, notice) = (known, unread)
            } catch { throw .unreachable("\(error)") }
            let text = PushText(notice, isQuiet: isQuiet(device, at: now))
            try await send(text, to: device, urgency: "normal", topic: "inbox-\(notice.id)", at: now)
            return nil
        } catch { return error }
    }
}
