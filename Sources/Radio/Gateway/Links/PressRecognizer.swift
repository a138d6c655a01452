import Tracking

/// Tells single, double and long presses of a button apart, by what its tag notifies and when.
///
/// A single press is known to be one only when no second has followed in time. A press is long where the tag tells when
/// the button is released; one that tells only presses, as most do, has none but those it calls so itself.
struct PressRecognizer: Hashable, Sendable {
    /// What a tag has notified.
    enum Notice: Hashable, Sendable {
        case pressed
        case released
        /// The tag itself says which press it was.
        case told(ButtonPress)
    }

    /// A press that was recognised, and when it began.
    struct Recognized: Hashable, Sendable {
        var press: ButtonPress
        var time: Timestamp
    }

    private enum State: Hashable {
        case idle
        /// Pressed once; whether it is held is known only where releases are told.
        case once(since: Timestamp, isHeld: Bool)
        /// A long press was told, and the button is still held.
        case held
    }

    private let tellsRelease: Bool
    private var state = State.idle
    private var last: Timestamp?

    /// A second press within so long a time after the first makes it a double one; our choice, as are the others.
    static let doubleWithin = Duration.milliseconds(600)
    /// A button that is held for so long is pressed long.
    static let longFrom = Duration.seconds(1)
    /// What comes so soon after the last notification is the same once more: bluetoothd tells a value to each program
    /// that listens.
    static let echo = Duration.milliseconds(25)

    init(tellsRelease: Bool) { self.tellsRelease = tellsRelease }

    /// Takes in a notification, and answers with what is known by it, the earlier press first.
    mutating func handle(_ notice: Notice, at now: Timestamp) -> [Recognized] {
        let earlier = expire(at: now).map { [$0] } ?? []
        defer { last = now }
        switch notice {
        case .pressed:
            if let last, last.duration(to: now) < Self.echo { return earlier }
            return earlier + pressed(at: now)
        case .released:
            release()
            return earlier
        case .told(let press):
            // Some tell each press as it comes, and then what it was.
            state = .idle
            return earlier + [Recognized(press: press, time: now)]
        }
    }

    private mutating func pressed(at now: Timestamp) -> [Recognized] {
        guard case .once(let since, _) = state else {
            state = .once(since: now, isHeld: tellsRelease)
            return []
        }
        state = .idle
        return [Recognized(press: .double, time: since)]
    }

    private mutating func release() {
        switch state {
        case .once(let since, _): state = .once(since: since, isHeld: false)
        case .held: state = .idle
        case .idle: break
        }
    }

    /// When ``expire(at:)`` is to be called; nil while nothing is open.
    var due: Timestamp? {
        guard case .once(let since, let isHeld) = state else { return nil }
        return since.advanced(by: isHeld ? Self.longFrom : Self.doubleWithin)
    }

    /// Lets time pass: a press that nothing has followed was a single one, and a button that is held is pressed long.
    mutating func expire(at now: Timestamp) -> Recognized? {
        guard case .once(let since, let isHeld) = state, let due, due <= now else { return nil }
        state = isHeld ? .held : .idle
        return Recognized(press: isHeld ? .long : .single, time: since)
    }

    /// The link is gone: what is open was at least a press.
    mutating func end() -> Recognized? {
        guard case .once(let since, _) = state else { return nil }
        state = .idle
        return Recognized(press: .single, time: since)
    }
}
