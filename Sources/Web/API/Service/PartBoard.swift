import Synchronization
public import Tracking

/// How those parts of the program stand that may fail while the others go on, as whoever keeps each of them tells it.
public final class PartBoard: Sendable {
    /// A part.
    public enum Part: Hashable, Sendable, Comparable {
        /// The broker of our own.
        case broker
        /// What hears the Bluetooth tags of this machine.
        case gateway
        /// What finds unknown tags that follow an owner.
        case guarding(Name)

        private var order: String {
            switch self {
            case .broker: "0"
            case .gateway: "1"
            case .guarding(let owner): "2\(owner)"
            }
        }

        public static func < (one: Part, other: Part) -> Bool { one.order < other.order }
    }

    /// How a part stands.
    public enum State: Hashable, Sendable {
        /// It is being started for the first time.
        case starting
        case running
        /// It does not run, for a reason in one sentence that says what to do; it is tried again by itself.
        case down(String)
    }

    /// A part's state, and since when it is that.
    public struct Standing: Hashable, Sendable {
        public let state: State
        public let since: Timestamp
    }

    private struct Content {
        var standings: [Part: Standing] = [:]
        var listeners: [@Sendable ([Part: Standing]) -> Void] = []
    }

    private let content = Mutex(Content())

    /// A board without parts.
    public init() {}

    /// Notes how a part stands from a moment on; it is down since the first time, also where the reason changes.
    public func note(_ part: Part, _ state: State, at now: Timestamp) {
        let (standings, listeners) = content.withLock { content in
            let old = content.standings[part]
            let isSame = old.map { $0.state == state || $0.state.isDown && state.isDown } ?? false
            content.standings[part] = Standing(state: state, since: isSame ? old?.since ?? now : now)
            return (content.standings, old?.state == state ? [] : content.listeners)
        }
        for listener in listeners { listener(standings) }
    }

    /// All parts that there are.
    public var standings: [Part: Standing] { content.withLock(\.standings) }

    /// Calls with how all parts stand, now and at each change.
    func listen(_ listener: @escaping @Sendable ([Part: Standing]) -> Void) {
        let standings = content.withLock { content in
            content.listeners.append(listener)
            return content.standings
        }
        listener(standings)
    }
}

extension PartBoard.State {
    var isDown: Bool { if case .down = self { true } else { false } }
}

extension PartBoard.Part {
    /// What it is, as programs are told.
    var kind: String {
        switch self {
        case .broker: "broker"
        case .gateway: "gateway"
        case .guarding: "guard"
        }
    }

    var owner: Name? { if case .guarding(let owner) = self { owner } else { nil } }
}

extension LiveEvent {
    /// Which kinds of parts do not run; why is told to administrators who ask for it.
    init(_ standings: [PartBoard.Part: PartBoard.Standing]) {
        let down = Set(standings.filter(\.value.state.isDown).map(\.key.kind)).sorted()
        let list = down.map { "\"\($0)\"" }.joined(separator: ",")
        self.init(kind: .services, subject: .console, content: .document(Array("{\"down\":[\(list)]}".utf8)))
    }
}
