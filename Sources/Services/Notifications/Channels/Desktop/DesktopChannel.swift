internal import Messages
internal import Reminders
internal import SystemBus
public import Tracking

/// Shows notices on the desktop of a session.
///
/// There is one notification for an item: what is newer takes its place, and when the item is near again, it closes.
/// There is another one for its mark as lost, which closes when the mark ends. Its button, or a click on it, opens the
/// item's page. One of a reminder has buttons that answer it, and closes when somebody has answered it anywhere, or nobody
/// has to any more.
public actor DesktopChannel: NotificationChannel {
    private let name: Name
    private let address: String?
    private let outbox: NotificationOutbox
    private let pages: @Sendable () -> String?
    private let answer: ReminderAnswer?
    private let open: @Sendable (String) -> Void
    private var session: Session?
    /// Which event is shown at the place of a notice, as far as it was shown since the start.
    private var events: [String: String] = [:]

    /// A connection to the bus on which the notification server is.
    private struct Session {
        let bus: SystemBus
        let listening: Task<Void, Never>
    }

    /// A channel to a desktop, over the bus of an address, nil when the environment names none; `open` opens a page in
    /// the browser, and `answer` carries out what somebody says to a reminder, nil for no buttons for that.
    public init(
        name: Name,
        address: String?,
        outbox: NotificationOutbox,
        pages: @escaping @Sendable () -> String?,
        answer: ReminderAnswer? = nil,
        open: @escaping @Sendable (String) -> Void
    ) {
        (self.name, self.address, self.outbox) = (name, address, outbox)
        (self.pages, self.answer, self.open) = (pages, answer, open)
    }

    public func deliver(_ notice: Notice, at now: Timestamp) async throws(DeliveryFailure) {
        do {
            let bus = try await connected()
            // The first call: it has the bus start the server where it can.
            let capabilities = try await Self.call("GetCapabilities", [], on: bus).first?.texts ?? []
            let server = try await server(on: bus)
            let shown = try outbox.shown(on: name, at: notice.place)
            let number = shown.flatMap { $0.server == server ? $0.number : nil }
            if notice.alert.event == .cleared, let number {
                try await Self.call("CloseNotification", [.uint32(number)], on: bus)
                try outbox.show(nil, on: name, at: notice.place)
                events[notice.place] = nil
            } else if !notice.isAnswer {
                let text = NoticeText(notice, pages: pages(), at: now)
                let arguments = DesktopNotice.arguments(
                    notice, text, replacing: number ?? 0, Set(capabilities), canAnswer: answer != nil
                )
                try await show(notice, arguments, link: text.link, on: bus, of: server)
            }
        } catch let error as DeliveryFailure {
            throw error
        } catch {
            await close()
            throw .unreachable("the desktop's notifications cannot be reached: \(error)")
        }
    }

    public func withdraw(_ place: String) async throws(DeliveryFailure) {
        do {
            guard let shown = try outbox.shown(on: name, at: place) else { return }
            let bus = try await connected()
            // Another one shows nothing of it any more.
            if try await server(on: bus) == shown.server {
                try await Self.call("CloseNotification", [.uint32(shown.number)], on: bus)
            }
            try outbox.show(nil, on: name, at: place)
            events[place] = nil
        } catch let error as DeliveryFailure {
            throw error
        } catch {
            await close()
            throw .unreachable("the desktop's notifications cannot be reached: \(error)")
        }
    }

    private func show(
        _ notice: Notice, _ arguments: [BusValue], link: String?, on bus: SystemBus, of server: String
    ) async throws {
        let answer = try await Self.call("Notify", arguments, on: bus)
        guard let given = answer.first?.integer.flatMap(UInt32.init(exactly:)) else {
            throw DeliveryFailure.refused("the desktop's notifications answered without a number")
        }
        guard notice.alert.event != .cleared, !notice.isTest else { return }
        let shown = ShownNotification(server: server, number: given, link: link)
        try outbox.show(shown, on: name, at: notice.place)
        events[notice.place] = notice.reminder?.id
    }

    @discardableResult
    private static func call(_ member: String, _ arguments: [BusValue], on bus: SystemBus) async throws -> [BusValue] {
        do {
            return try await bus.call(
                BusCall(
                    destination: DesktopNotice.service,
                    path: DesktopNotice.path,
                    interface: DesktopNotice.service,
                    member: member,
                    arguments: arguments
                )
            )
        } catch {
            // Somebody has closed it before.
            guard member == "CloseNotification", error.failureName != nil else { throw error }
            return []
        }
    }

    /// Names the notification server of one life of one bus: numbers mean nothing to another.
    private func server(on bus: SystemBus) async throws -> String {
        let id = try await bus.call(
            BusCall(
                destination: "org.freedesktop.DBus",
                path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus",
                member: "GetId"
            )
        ).first?.text
        return "\(id ?? "") \(try await bus.owner(of: DesktopNotice.service) ?? "")"
    }
}

extension DesktopChannel {
    private func connected() async throws -> SystemBus {
        if let session, session.bus.isOpen { return session.bus }
        await close()
        guard let address else {
            throw DeliveryFailure.unreachable("there is no desktop: DBUS_SESSION_BUS_ADDRESS is not set")
        }
        let bus = try SystemBus(.address(address))
        let signals = try await bus.signals(
            BusMatch(sender: DesktopNotice.service, path: DesktopNotice.path, interface: DesktopNotice.service)
        )
        if let session, session.bus.isOpen {
            // A test has connected meanwhile. Of two connections each would hear what is pressed.
            await bus.close()
            return session.bus
        }
        let listening = Task { [weak self] in
            for await signal in signals { await self?.heard(signal) }
        }
        session = Session(bus: bus, listening: listening)
        return bus
    }

    /// Ends the connection.
    public func close() async {
        guard let session else { return }
        self.session = nil
        session.listening.cancel()
        await session.bus.close()
    }

    private func heard(_ signal: BusSignal) async {
        guard signal.member == "ActionInvoked", let bus = session?.bus,
            let number = signal.arguments.first?.integer.flatMap(UInt32.init(exactly:)),
            let action = signal.arguments.dropFirst().first?.text,
            let server = try? await server(on: bus)
        else { return }
        if let button = ReminderButton(rawValue: action) { return await press(button, number, of: server, on: bus) }
        guard DesktopNotice.actions.contains(action), let link = try? outbox.shown(on: name, by: server)[number] else {
            return
        }
        open(link)
    }

    /// Answers the reminder that a server shows by a number; that it is answered closes what is shown of it.
    private func press(_ button: ReminderButton, _ number: UInt32, of server: String, on bus: SystemBus) async {
        guard let answer, let place = try? outbox.place(of: number, on: name, by: server),
            let reminder = Notice.reminder(at: place)
        else { return }
        // Of what was shown before the start the outbox knows what was sent last.
        let event = events[place] ?? (try? outbox.eventSent(of: reminder, on: name))
        do { try await answer(button, reminder, event) } catch {
            // Whoever has pressed it takes it for done.
            _ = try? await Self.call("Notify", DesktopNotice.failure(of: button, reminder, error), on: bus)
        }
    }
}
