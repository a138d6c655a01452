import NIOCore
import Synchronization

/// What a client has said over a WebSocket, until somebody takes it.
package final class WebSocketInbox: Sendable {
    /// Something that a client says.
    package enum Input: Hashable, Sendable {
        case text(String)
        /// Wants this back, in a pong.
        case ping([UInt8])
        /// Says goodbye.
        case close
        /// Says what is not to be understood; with the reason for the goodbye.
        case broken(WebSocketEnding)
    }

    /// More than wait here at a time, nobody has any use for.
    static let room = 64

    private struct State {
        var waiting: [Input] = []
        var isOver = false
        var ring: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Says what is called when something has come.
    package func onArrival(_ ring: @escaping @Sendable () -> Void) { state.withLock { $0.ring = ring } }

    /// Takes what has come.
    package func take() -> [Input] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    func put(_ input: Input) {
        let ring = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver else { return nil }
            let isFull = state.waiting.count >= Self.room
            state.waiting.append(isFull ? .broken(.tooMany) : input)
            state.isOver = isFull || input.isLast
            return state.ring
        }
        ring?()
    }
}

/// Why a WebSocket ends, as its last frame says (RFC 6455, 7.4.1).
package enum WebSocketEnding: UInt16, Hashable, Sendable {
    case normal = 1000
    /// The service ends.
    case goingAway = 1001
    case protocolError = 1002
    /// What no text is.
    case notText = 1003
    /// Whoever was let in would be no more, or says more than anybody takes.
    case tooMany = 1008
    case tooLong = 1009
}

extension WebSocketInbox.Input {
    fileprivate var isLast: Bool {
        switch self {
        case .text, .ping: false
        case .close, .broken: true
        }
    }
}
