import HTTPTypes
import Synchronization

/// What long answers take of this machine: how many there are, how much memory they hold, and for whom.
package final class AnswerRoom: Sendable {
    /// What is taken.
    package enum Kind: CaseIterable, Hashable, Sendable {
        /// Files of a whole history, or of all that is kept of an account.
        case exports
        /// Answers that rest on a whole history, or look for few positions in all of it.
        case searches
        /// Positions that have to be in memory at once.
        case fixes
        /// Bytes of answers that were made before they are sent.
        case bytes
    }

    private struct State {
        var allotments: [Kind: Allotment]
        var refused: [Kind: Int] = [:]
        var pages = 0
    }

    private let state: Mutex<State>
    /// The most positions for one answer.
    package let mostFixes: Int

    init(_ limits: ConsoleLimits) {
        mostFixes = limits.fixesOfAccount
        state = Mutex(
            State(allotments: [
                .exports: Allotment(ofEach: limits.exportsOfAccount, ofAll: limits.exports),
                .searches: Allotment(ofEach: limits.searchesOfAccount, ofAll: limits.searches),
                .fixes: Allotment(ofEach: limits.fixesOfAccount, ofAll: limits.fixes),
                .bytes: Allotment(ofEach: limits.answerBytesOfAccount, ofAll: limits.answerBytes),
            ])
        )
    }

    /// Gives back what it has taken when nobody has it any more: also when an answer is never sent.
    package final class Ticket: Sendable {
        private let room: AnswerRoom
        private let kind: Kind
        private let asker: Asker
        private let amount = Mutex(0)

        fileprivate init(_ room: AnswerRoom, _ kind: Kind, _ asker: Asker) {
            (self.room, self.kind, self.asker) = (room, kind, asker)
        }

        /// Takes more.
        ///
        /// - Throws: ``Problem``: 429 when there is no more.
        package func reserve(_ more: Int) throws(Problem) {
            try room.reserve(kind, more, for: asker)
            amount.withLock { $0 += more }
        }

        deinit { room.give(kind, amount.withLock { $0 }, of: asker) }
    }

    /// Takes some for somebody, to begin with, and returns what has it as long as it is there.
    ///
    /// - Throws: ``Problem``: 429 when there is no more for that one, or for anybody.
    package func ticket(_ kind: Kind, _ amount: Int, for asker: Asker) throws(Problem) -> Ticket {
        let ticket = Ticket(self, kind, asker)
        try ticket.reserve(amount)
        return ticket
    }

    private func reserve(_ kind: Kind, _ amount: Int, for asker: Asker) throws(Problem) {
        let refusal = state.withLock { state -> (Allotment.Refusal, Allotment)? in
            guard let allotment = state.allotments[kind] else { return nil }
            do throws(Allotment.Refusal) { try state.allotments[kind]?.reserve(amount, for: asker) } catch {
                state.refused[kind, default: 0] += 1
                return (error, allotment)
            }
            return nil
        }
        guard let (refusal, allotment) = refusal else { return }
        throw Problem(.tooManyRequests, kind.sentence(refusal, allotment), headers: [.retryAfter: kind.wait])
    }

    private func give(_ kind: Kind, _ amount: Int, of asker: Asker) {
        state.withLock { $0.allotments[kind]?.give(amount, of: asker) }
    }

    /// A page of positions was read for an answer.
    package func notePage() { state.withLock { $0.pages += 1 } }

    var pages: Int { state.withLock { $0.pages } }

    func taken(_ kind: Kind) -> Int { state.withLock { $0.allotments[kind]?.taken ?? 0 } }

    package func write(into text: inout MetricText) {
        text.add("tagalong_http_exports", .gauge, "Exports that are being sent.", Double(taken(.exports)))
        text.add(
            "tagalong_http_answer_bytes",
            .gauge,
            "Bytes of long answers that clients have not taken.",
            Double(taken(.bytes))
        )
        text.add("tagalong_http_pages_total", .counter, "Pages of positions read for answers.", Double(pages))
        let refused = state.withLock { $0.refused }
        text.add(
            "tagalong_http_answers_refused_total",
            .counter,
            "Long answers for which there was no room, by what they wanted.",
            Kind.allCases.map { MetricText.Sample(labels: [("kind", "\($0)")], value: Double(refused[$0] ?? 0)) }
        )
    }
}

extension AnswerRoom.Kind {
    /// Seconds after which another try may do better.
    fileprivate var wait: String { self == .exports ? "10" : "5" }

    fileprivate func sentence(_ refusal: Allotment.Refusal, _ allotment: Allotment) -> String {
        let names =
            switch self {
            case .exports: "exports"
            case .searches: "searches of a history"
            case .fixes: "positions"
            case .bytes: "bytes"
            }
        switch refusal {
        case .each: return "\(allotment.ofEach) \(names) at a time are for one account, and others are under way"
        case .all: return "\(allotment.ofAll) \(names) at a time are for all together, and others are under way"
        }
    }
}

extension AnswerRoom.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exports: "exports"
        case .searches: "searches"
        case .fixes: "fixes"
        case .bytes: "bytes"
        }
    }
}
