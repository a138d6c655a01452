import API
import Foundation
import Notifications
import Tracking

extension NotificationDesk {
    /// The channels of a service, as `tagalong notify` shows them; without one there are none.
    init(_ run: NotificationRun?, files: NotificationFiles, running: NotificationConfiguration?) {
        self.init {
            guard let run, let running else { return [] }
            return try ChannelLine.all(of: running, run.outbox).map(\.json)
        } file: {
            files.standing(beside: running)
        } test: { name in
            await run?.service.test(name).map(Test.init)
        }
    }

    /// The channels of workers, of whom one tells at a time: how they stand is in the outbox that they share, and a test is
    /// sent by the worker that is asked for it.
    init(
        sharing outbox: NotificationOutbox, files: NotificationFiles, running: NotificationConfiguration?,
        pages: PageBase
    ) {
        self.init {
            try running.map { try ChannelLine.all(of: $0, outbox).map(\.json) } ?? []
        } file: {
            files.standing(beside: running)
        } test: { name in
            guard let channel = running?.channels.first(where: { $0.name == name }) else { return nil }
            let maker = ChannelMaker(outbox: outbox, environment: ProcessInfo.processInfo.environment) {
                pages.address
            }
            let made = maker.channel(for: channel)
            let outcome = await made.test(at: SystemUTCClock().now)
            await made.close()
            return Test(outcome)
        }
    }
}

extension NotificationDesk.Test {
    fileprivate init(_ outcome: TestOutcome) {
        switch outcome {
        // Both have a case of this name: the one of this type would call this again.
        case .delivered: self.init(Outcome.delivered)
        case .refused(let reason): self.init(.refused, reason: reason)
        case .unreachable(let reason): self.init(.unreachable, reason: reason)
        }
    }
}
