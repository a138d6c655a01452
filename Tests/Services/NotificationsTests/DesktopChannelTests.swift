import Messages
import ServerSupport
import Synchronization
import SystemBus
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// The desktop over a real D-Bus daemon, with a notification server of ours.
@Suite(.timeLimit(.minutes(30)))
struct DesktopChannelTests {
    /// What the server was asked for.
    private final class Desk: Sendable {
        struct Shown: Hashable {
            var replaced: Int, title: String, body: String, actions: [String], urgency: Int
        }

        private let state = Mutex((shown: [Shown](), closed: [Int](), last: UInt32(6)))

        var shown: [Shown] { state.withLock(\.shown) }
        var closed: [Int] { state.withLock(\.closed) }

        func show(_ arguments: [BusValue]) -> UInt32 {
            state.withLock { state in
                let replaced = arguments[1].integer ?? -1
                state.shown.append(
                    Shown(
                        replaced: replaced,
                        title: arguments[3].text ?? "",
                        body: arguments[4].text ?? "",
                        actions: arguments[5].texts ?? [],
                        urgency: arguments[6].entries?["urgency"]?.integer ?? -1
                    )
                )
                if replaced == 0 { state.last += 1 }
                return replaced == 0 ? state.last : UInt32(replaced)
            }
        }

        func close(_ number: Int) { state.withLock { $0.closed.append(number) } }

        var object: ExportedObject {
            let show = ExportedMethod(inputs: "susssasa{sv}i", outputs: "u") { arguments, _ in
                [.uint32(self.show(arguments))]
            }
            let close = ExportedMethod(inputs: "u") { arguments, _ in
                self.close(arguments[0].integer ?? -1)
                return []
            }
            let abilities = ExportedMethod(outputs: "as") { _, _ in [.strings(["body", "body-markup", "actions"])] }
            return ExportedObject(
                path: DesktopNotice.path,
                interfaces: [
                    ExportedInterface(
                        name: DesktopNotice.service,
                        methods: ["Notify": show, "CloseNotification": close, "GetCapabilities": abilities]
                    )
                ]
            )
        }
    }

    private struct Bench {
        let daemon: TestMessageBus
        let server: SystemBus
        let desk: Desk
        let export: BusExport
        let outbox: NotificationOutbox
        let opened = AsyncStream.makeStream(of: String.self)
        let answered = AsyncStream.makeStream(of: String.self)

        /// What cannot be done when somebody answers a reminder.
        struct Refusal: Error, CustomStringConvertible {
            let description = "the disk is <full>"
        }

        func channel(refusesAnswers: Bool = false) throws -> DesktopChannel {
            DesktopChannel(
                name: try Name("desk"),
                address: daemon.address,
                outbox: outbox,
                pages: { "https://home.example" },
                answer: { [answered] button, reminder, event in
                    if refusesAnswers { throw Refusal() }
                    answered.continuation.yield("\(button.rawValue) \(reminder) \(event ?? "")")
                },
                open: { [opened] in _ = opened.continuation.yield($0) }
            )
        }
    }

    private func withDesk(_ body: (Bench) async throws -> Void) async throws {
        try await withTestMessageBus { daemon in
            try await withOutbox(try Fixture.channel("desk")) { outbox in
                let (server, desk) = (try SystemBus(.address(daemon.address)), Desk())
                let export = try await server.export(desk.object)
                try await server.requestName(DesktopNotice.service)
                let bench = Bench(daemon: daemon, server: server, desk: desk, export: export, outbox: outbox)
                do { try await body(bench) } catch {
                    await server.close()
                    throw error
                }
                await server.close()
            }
        }
    }

    @Test func `one notification for an item is replaced, and closed when it is near again`() async throws {
        try await withDesk { bench in
            let channel = try bench.channel()
            for notice in [try Fixture.raised(), try Fixture.escalated(), try Fixture.cleared()] {
                try await channel.deliver(notice, at: Fixture.start)
            }
            await channel.close()
            let shown = bench.desk.shown
            #expect(shown.map(\.replaced) == [0, 7])
            #expect(shown.map(\.title) == ["Grüne Tasche is beyond 5 m", "Grüne Tasche may be lost"])
            #expect(shown.map(\.urgency) == [1, 2])
            #expect(shown[0].actions == ["default", "Open", "open", "Open"])
            #expect(bench.desk.closed == [7])
        }
    }

    @Test func `that an item is marked as lost and how far it is stand beside each other, and close each by itself`()
        async throws
    {
        try await withDesk { bench in
            let channel = try bench.channel()
            let marked = Notice(
                MarkedItem(
                    device: try Fixture.raised().device,
                    item: "Grüne Tasche",
                    mark: LostMark(since: Fixture.start, note: nil),
                    position: nil
                )
            )
            for notice in [try Fixture.raised(), marked, try Fixture.escalated(), try Fixture.cleared()] {
                try await channel.deliver(notice, at: Fixture.start)
            }
            #expect(bench.desk.shown.map(\.replaced) == [0, 0, 7])
            #expect(bench.desk.closed == [7])
            try await channel.deliver(marked.found(at: Fixture.start), at: Fixture.start)
            await channel.close()
            #expect(bench.desk.closed == [7, 8])
        }
    }

    @Test func `its button opens the item's page, also of a notification shown before a restart`() async throws {
        try await withDesk { bench in
            for _ in 0..<2 {
                let channel = try bench.channel()
                try await channel.deliver(try Fixture.escalated(), at: Fixture.start)
                try await bench.export.emit(DesktopNotice.service, "ActionInvoked", [.uint32(99), .string("open")])
                try await bench.export.emit(DesktopNotice.service, "ActionInvoked", [.uint32(7), .string("strange")])
                try await bench.export.emit(DesktopNotice.service, "ActionInvoked", [.uint32(7), .string("open")])
                var pages = bench.opened.stream.makeAsyncIterator()
                #expect(await pages.next() == "https://home.example/items/sam/bag")
                await channel.close()
            }
            #expect(bench.desk.shown.map(\.replaced) == [0, 7])
        }
    }

    @Test func `a reminder has buttons that answer it, and closes once it is answered, on this desktop or elsewhere`()
        async throws
    {
        try await withDesk { bench in
            let reminder = Notice(try Fixture.reminder())
            // Also one that was shown before a restart.
            for button in ReminderButton.allCases {
                let channel = try bench.channel()
                try await channel.deliver(reminder, at: Fixture.start)
                try await bench.export.emit(DesktopNotice.service, "ActionInvoked", [.uint32(99), .string("dismiss")])
                try await bench.export.emit(
                    DesktopNotice.service, "ActionInvoked", [.uint32(7), .string(button.rawValue)]
                )
                var answers = bench.answered.stream.makeAsyncIterator()
                #expect(await answers.next() == "\(button.rawValue) sam/umbrella \(reminder.reminder?.id ?? "none")")
                await channel.close()
            }
            let shown = bench.desk.shown
            #expect(shown.map(\.replaced) == [0, 7, 7] && shown.map(\.title).first == "Take the umbrella")
            #expect(shown.map(\.urgency) == [1, 1, 1])
            #expect(
                shown[0].actions == [
                    "default", "Open", "dismiss", "Dismiss", "snooze", "Snooze 10 min", "later", "Next time",
                ]
            )
            let channel = try bench.channel()
            for event in [ReminderEventMessage.Event.dismissed, .snoozed] {
                try await channel.deliver(Notice(try Fixture.reminder(event, after: 5)), at: Fixture.start)
            }
            await channel.close()
            // What is not shown any more is not closed again, and that it is answered is nothing to show.
            #expect(bench.desk.closed == [7] && bench.desk.shown.count == 3)
        }
    }

    @Test func `what is shown of a reminder is taken back, also after a restart, and only by the one who shows it`()
        async throws
    {
        try await withDesk { bench in
            let place = Notice(try Fixture.reminder()).place
            for restarts in [false, true] {
                var channel = try bench.channel()
                try await channel.deliver(Notice(try Fixture.reminder()), at: Fixture.start)
                if restarts {
                    await channel.close()
                    channel = try bench.channel()
                }
                for _ in 0..<2 { try await channel.withdraw(place) }
                await channel.close()
            }
            #expect(bench.desk.closed == [7, 8] && bench.desk.shown.map(\.replaced) == [0, 0])
            let name = try Name("desk")
            #expect(try bench.outbox.shown(on: name, at: place) == nil)
            // Of a desktop that has ended.
            try bench.outbox.show(ShownNotification(server: "other", number: 9, link: nil), on: name, at: place)
            let channel = try bench.channel()
            try await channel.withdraw(place)
            await channel.close()
            #expect(try bench.desk.closed == [7, 8] && bench.outbox.shown(on: name, at: place) == nil)
        }
    }

    @Test func `an answer that cannot be taken is said to whoever has given it`() async throws {
        try await withDesk { bench in
            let channel = try bench.channel(refusesAnswers: true)
            try await channel.deliver(Notice(try Fixture.reminder()), at: Fixture.start)
            try await bench.export.emit(DesktopNotice.service, "ActionInvoked", [.uint32(7), .string("snooze")])
            try await eventually { bench.desk.shown.count == 2 }
            await channel.close()
            #expect(bench.desk.shown[1].title == "Snooze 10 min failed: umbrella")
            #expect(bench.desk.shown[1].body == "The reminder is as it was: the disk is &lt;full&gt;")
        }
    }

    @Test func `what comes at once on a channel without a session connects once, and a press is heard once`()
        async throws
    {
        try await withDesk { bench in
            let channel = try bench.channel()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for reminder in ["umbrella", "bins", "pills"] {
                    let notice = Notice(try Fixture.reminder(reminder: reminder))
                    group.addTask { try await channel.deliver(notice, at: Fixture.start) }
                }
                try await group.waitForAll()
            }
            let list = BusCall(
                destination: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: "ListNames"
            )
            // The server's and the channel's; each has a name of its own, which begins with a colon.
            try await eventually {
                let names = try await bench.server.call(list).first?.texts ?? []
                return names.filter { $0.hasPrefix(":") }.count == 2
            }
            var answers = bench.answered.stream.makeAsyncIterator()
            for button in ReminderButton.allCases {
                try await bench.export.emit(
                    DesktopNotice.service, "ActionInvoked", [.uint32(8), .string(button.rawValue)]
                )
                let answer = await answers.next()
                #expect(answer?.hasPrefix("\(button.rawValue) sam/") == true)
            }
            await channel.close()
        }
    }

    @Test func `a name with markup in it is shown as it is`() async throws {
        try await withDesk { bench in
            let channel = try bench.channel()
            var notice = try Fixture.raised()
            notice.alert.item = "<b>&Bag"
            try await channel.deliver(notice, at: Fixture.start)
            await channel.close()
            #expect(bench.desk.shown.first?.body.hasPrefix("&lt;b&gt;&amp;Bag is about 7 m") == true)
        }
    }

    @Test func `markup behind a letter that joins with it is shown as it is, too`() throws {
        var notice = try Fixture.raised()
        notice.alert.item = "\u{0D4E}<b>\u{0D4E}&"
        let text = NoticeText(notice, pages: nil, at: Fixture.start)
        let body = DesktopNotice.arguments(notice, text, replacing: 0, ["body-markup"])[4].text ?? ""
        #expect(Array(body.utf8).starts(with: Array("\u{0D4E}&lt;b&gt;\u{0D4E}&amp; is about".utf8)))
    }

    @Test func `without a desktop it waits, and shows when there is one again`() async throws {
        try await withDesk { bench in
            let channel = try bench.channel()
            await bench.daemon.stop()
            guard
                case .unreachable = try await #require(
                    throws: DeliveryFailure.self,
                    performing: { try await channel.deliver(try Fixture.raised(), at: Fixture.start) }
                )
            else {
                Issue.record("it was refused, not unreachable")
                return
            }
            try await bench.daemon.start()
            let (server, desk) = (try SystemBus(.address(bench.daemon.address)), Desk())
            let export = try await server.export(desk.object)
            try await server.requestName(DesktopNotice.service)
            try await channel.deliver(try Fixture.raised(), at: Fixture.start)
            #expect(desk.shown.map(\.title) == ["Grüne Tasche is beyond 5 m"])
            await channel.close()
            await export.remove()
            await server.close()
        }
    }

    @Test func `a session without a bus is told in one sentence`() async throws {
        try await withOutbox { outbox in
            let channel = DesktopChannel(
                name: try Name("desk"),
                address: nil,
                outbox: outbox,
                pages: { nil },
                open: { _ in }
            )
            let expected = DeliveryFailure.unreachable("there is no desktop: DBUS_SESSION_BUS_ADDRESS is not set")
            await #expect(throws: expected) { try await channel.deliver(try Fixture.raised(), at: Fixture.start) }
        }
    }
}
