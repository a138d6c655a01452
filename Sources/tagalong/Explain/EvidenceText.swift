import Messages
import Tracking

/// What evidence says, in sentences.
struct EvidenceText {
    let message: EvidenceMessage
    /// The moment from which ages are told.
    let now: Timestamp

    init(_ message: EvidenceMessage, now: Timestamp) { (self.message, self.now) = (message, now) }

    /// The distance, what it rests on, and what follows for the two thresholds.
    var lines: [String] {
        let distance = Phrases.distance(message.distance, low: message.low, high: message.high)
        return ["Distance from its owner: \(distance), as of \(Phrases.age(of: message.time, at: now)); it rests on:"]
            + sources.map { "  \($0)" }
            + (message.waiting.map { ["", waiting($0)] } ?? [])
            + ["", verdict("Warning", message.warning), verdict("Critical", message.critical)]
    }

    /// One line for the positions, and one for each gateway.
    var sources: [String] { [message.positions.map(positions)].compactMap(\.self) + message.gateways.map(gateway) }

    private func waiting(_ waiting: EvidenceMessage.Waiting) -> String {
        let age = Phrases.age(of: waiting.since, at: now)
        let usual = waiting.usual.map { ", and usually does each \(Int(max(1, $0.rounded()))) s" } ?? ""
        return switch waiting.awaited {
        case .phone:
            "It is moving. Waiting for its owner's phone, which reported its position \(age)\(usual): most likely the "
                + "owner moves with it."
        case .tracker:
            "Its owner has moved. Waiting for the tracker, which reported its position \(age)\(usual)."
        }
    }

    private func positions(_ positions: EvidenceMessage.Positions) -> String {
        // 1.6 standard deviations to each side hold 90 %.
        let reach = positions.sigma * 1.645
        let doubt = positions.sigma > 0 ? ", give or take \(Phrases.length(max(1, reach)))" : ", exactly"
        let gap = positions.gap >= 60 ? " (the owner's phone had said nothing for \(Int(positions.gap)) s)" : ""
        let age = Phrases.age(of: positions.time, at: now)
        return "positions of both: \(Phrases.length(positions.distance)) apart\(doubt), \(age)\(gap)"
    }

    private func gateway(_ gateway: EvidenceMessage.Gateway) -> String {
        "gateway \(gateway.name)\(place(gateway)): \(words(gateway))"
    }

    private func place(_ gateway: EvidenceMessage.Gateway) -> String {
        switch gateway.standing {
        case .carried: ", which the owner carries"
        case .placed: ", which stays in its place"
        case .unknown: ""
        }
    }

    private func words(_ gateway: EvidenceMessage.Gateway) -> String {
        if gateway.isBlind { return "its radio is out of order, so that its silence says nothing" }
        var words = heard(gateway)
        if let distance = gateway.distance, gateway.time != nil {
            words += "; from it \(Phrases.distance(distance, low: gateway.low, high: gateway.high))"
        }
        if gateway.standing == .unknown { return words + "; it does not count, for nobody knows where it is" }
        return gateway.counts ? words : words + "; too long ago to count"
    }

    private func heard(_ gateway: EvidenceMessage.Gateway) -> String {
        if let silent = gateway.silentSince {
            return "listens, and has heard nothing for \(Phrases.span(from: silent, to: now))"
        }
        guard let heard = gateway.heard, let samples = gateway.samples else {
            return gateway.linked.map { "was connected to it \(Phrases.age(of: $0, at: now))" } ?? "has not heard it"
        }
        let share =
            gateway.expected.map { "\(samples) of \($0) signals" }
            ?? "\(samples) \(samples == 1 ? "signal" : "signals")"
        let strength = gateway.strength.map { " at \(Int($0.rounded())) dBm" } ?? ""
        return "heard \(share)\(strength), \(Phrases.age(of: heard, at: now))"
    }

    private func verdict(_ name: String, _ threshold: EvidenceMessage.Threshold) -> String {
        let start =
            "\(name), beyond \(Phrases.length(threshold.distance)): \(Self.percent(threshold.probability)) likely"
        guard let odds = threshold.odds else { return "\(start); the positions are exact" }
        let needed = "it takes 95 % and odds of \(Self.odds(threshold.needed)) to 1"
        return "\(start), odds \(Self.odds(odds)) to 1 that it is not with its owner (\(needed))"
    }

    /// One decimal where it matters: `98.2 %`, `5 %`, `over 99.9 %`.
    static func percent(_ probability: Double) -> String {
        let tenths = Int((probability * 1000).rounded())
        if tenths >= 1000, probability < 1 { return "over 99.9 %" }
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }

    private static func odds(_ odds: Double) -> String {
        if odds >= 10 { return odds > 1e6 ? "over a million" : "\(Int(odds.rounded()))" }
        let tenths = Int((odds * 10).rounded())
        return tenths == 0 ? "less than 0.1" : "\(tenths / 10).\(tenths % 10)"
    }
}
