import Messages
import Tracking

/// Says in one line what a message means: when, whose, what, how far, and what happened.
struct WatchLines: Sendable {
    private let topics: Topics
    private var states: [DeviceID: StateMessage] = [:]
    /// What was last told of each item's state.
    private var told: [DeviceID: String] = [:]

    init(topics: Topics) { self.topics = topics }

    /// The line for a message; nil when it tells a person nothing new.
    mutating func line(for message: Message) -> String? {
        switch topics.parse(message.topic) {
        case .alert(let device): alert(message, of: device)
        case .state(let device): state(message, of: device)
        case .location(let device): location(message, of: device)
        case .reported(let device): reported(message, of: device)
        case .button(let device): button(message, of: device)
        case .sensors(let device): sensors(message, of: device)
        case .availability(let device): availability(message, of: device)
        default: nil
        }
    }

    private mutating func state(_ message: Message, of device: DeviceID) -> String? {
        // An empty message takes the state back: the item is gone.
        if message.isEmpty {
            states[device] = nil
            told[device] = nil
            return nil
        }
        guard let state = try? StateMessage(decoding: message.payload) else { return unreadable(message) }
        states[device] = state
        let distance = Phrases.distance(state.distance, low: state.low, high: state.high)
        let level = state.level.rawValue + (state.markedLost == nil ? "" : ", marked as lost")
        let words = "\(level)\t\(distance)\t\(state.activeMode?.rawValue ?? "")"
        guard told[device] != words else { return nil }
        told[device] = words
        return line(
            at: state.position?.time ?? state.since,
            device,
            state.item,
            level,
            distance,
            state.activeMode?.rawValue ?? ""
        )
    }

    private func alert(_ message: Message, of device: DeviceID) -> String? {
        guard let alert = try? AlertMessage(decoding: message.payload) else { return unreadable(message) }
        let state = states[device].flatMap { $0.position?.time == alert.time ? $0 : nil }
        return line(
            at: alert.time,
            device,
            alert.item,
            alert.level == .none ? Level.near.rawValue : alert.level.rawValue,
            Phrases.distance(alert.distance, low: state?.low, high: state?.high),
            "ALERT \(alert.event.rawValue)"
        )
    }

    private func location(_ message: Message, of device: DeviceID) -> String? {
        if message.isEmpty { return nil }
        guard let location = try? message.decoded(as: LocationMessage.self) else { return unreadable(message) }
        let accuracy = location.fix.accuracy.map { " (± \(Phrases.length($0)))" } ?? ""
        let place = Phrases.position(location.fix.coordinate)
        return "\(Phrases.time(location.fix.time))  \(device)  at \(place)\(accuracy)  \(location.mode?.rawValue ?? "")"
            .trimmed
    }

    private func reported(_ message: Message, of device: DeviceID) -> String? {
        if message.isEmpty { return nil }
        guard let state = try? ReportedState(decoding: message.payload) else { return unreadable(message) }
        let battery = state.battery.map { ", battery \($0) %" } ?? ""
        return "\(blankTime)  \(device)  reports \(state.activeMode.rawValue)\(battery), each \(state.reportEvery) s"
    }

    private func availability(_ message: Message, of device: DeviceID) -> String? {
        if message.isEmpty { return nil }
        guard let state = try? Availability(decoding: message.payload) else { return unreadable(message) }
        return "\(blankTime)  \(device)  is \(state.rawValue)"
    }

    private func sensors(_ message: Message, of device: DeviceID) -> String? {
        guard let told = try? SensorsMessage(decoding: message.payload) else { return unreadable(message) }
        let words = told.readings.words + (told.battery.map { ["battery \($0) %"] } ?? [])
        return words.isEmpty ? nil : "\(Phrases.time(told.time))  \(device)  \(words.joined(separator: ", "))"
    }

    private func button(_ message: Message, of device: DeviceID) -> String? {
        guard let press = try? ButtonMessage(decoding: message.payload) else { return unreadable(message) }
        let kind = press.press == .single ? "" : ", \(press.press.rawValue)"
        return "\(Phrases.time(press.time))  \(device)  its button was pressed\(kind)"
    }

    private func line(
        at time: Timestamp, _ device: DeviceID, _ item: String, _ level: String, _ distance: String, _ event: String
    ) -> String {
        let columns = ["\(device)".padded(20), item.printable.padded(16), level.padded(8), distance.padded(24), event]
        return "\(Phrases.time(time))  \(columns.joined(separator: "  "))".trimmed
    }

    private func unreadable(_ message: Message) -> String {
        "\(blankTime)  \(message.topic.printable)  cannot be read"
    }

    private var blankTime: String { String(repeating: " ", count: 20) }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
