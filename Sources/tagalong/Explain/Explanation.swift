import Alerts
import History
import JSON
import Messages
import Store
import Tracking

/// What an item's level rests on, now and at each alert of its last episode.
struct Explanation {
    let line: ItemLine
    /// As the history service stored it; nil before there was any.
    let evidence: [UInt8]?
    /// Newest first; only those of the newest one's episode count.
    let alerts: [AlertRow]
    let now: Timestamp

    private var episode: [AlertRow] { alerts.prefix { $0.episode == alerts.first?.episode }.reversed() }

    var text: String {
        var lines = [headline, ""]
        if let evidence, let message = try? EvidenceMessage(decoding: evidence) {
            lines += EvidenceText(message, now: now).lines
            if let with = message.with, line.level == .near {
                lines.append("It is with \(with), of \(line.id.owner)'s household.")
            }
        } else {
            lines.append("Nothing is known yet of how far it is from its owner.")
        }
        if !episode.isEmpty { lines += ["", "The last time that it was not near:"] }
        for alert in episode { lines += story(of: alert) }
        return lines.map(\.printable).joined(separator: "\n") + "\n"
    }

    private var headline: String {
        let name = "\(line.item) (\(line.id))"
        if case .deafGateway(let gateway) = line.standing.doubt {
            return "\(name): nobody knows whether it is near, for gateway \(gateway), through which it spoke last, "
                + "receives nothing any more."
        }
        guard line.level != .unknown, let since = line.state?.since else {
            return "\(name): nobody knows whether it is near, for nothing new was heard that would say so."
        }
        let words =
            switch line.level {
            case .near:
                line.state?.place.map { "counts as near, for it is in \($0), where it may stay behind" }
                    ?? line.state?.with.map { "counts as near, for it is with \($0)" } ?? "is near its owner"
            case .warning: "has been left behind (warning)"
            case .critical: "has been left behind (critical)"
            case .unknown: "is somewhere"
            }
        return "\(name) \(words), since \(Phrases.time(since)), \(Phrases.age(of: since, at: now))."
    }

    private func story(of alert: AlertRow) -> [String] {
        let message = alert.evidence.flatMap { try? EvidenceMessage(decoding: $0) }
        var lines = ["\(Phrases.time(alert.time))  \(alert.event), " + reason(of: alert, message)]
        if let message { lines += EvidenceText(message, now: message.time).sources.map { "  \($0)" } }
        return lines
    }

    private func reason(of alert: AlertRow, _ evidence: EvidenceMessage?) -> String {
        // While it may be beyond the threshold only a trusted place or somebody of the household clears an alert.
        if alert.event == "cleared", let evidence, evidence.warning.probability > AlertPolicy.standard.clear {
            if let with = evidence.with { return "for it is with \(with), of \(line.id.owner)'s household" }
            return "for it is in a place where it may stay behind"
        }
        let side = alert.event == "eased" || alert.event == "cleared" ? "within" : "beyond"
        let sure = EvidenceText.percent(alert.confidence)
        return "\(alert.previous) to \(alert.level): \(side) \(Phrases.length(alert.threshold)), \(sure) sure"
    }

    /// For programs: the evidence as in docs/messages.md.
    var json: JSONValue {
        .object([
            "owner": .text(line.id.owner.text),
            "tracker": .text(line.id.device.text),
            "item": .text(line.item),
            "level": .text(line.level.rawValue),
            "since": line.level == .unknown ? nil : (line.state?.since).map(JSONValue.time),
            "place": line.level == .near ? (line.state?.place).map(JSONValue.text) : nil,
            "with": line.level == .near ? (line.state?.with?.text).map(JSONValue.text) : nil,
            "now": evidence.map(JSONValue.raw),
            "alerts": .list(
                episode.map { alert in
                    .object([
                        "id": .text(alert.id),
                        "event": .text(alert.event),
                        "level": .text(alert.level),
                        "previous": .text(alert.previous),
                        "threshold_m": .number(alert.threshold),
                        "confidence": .number(alert.confidence),
                        "time": .time(alert.time),
                        "evidence": alert.evidence.map(JSONValue.raw),
                    ])
                }
            ),
        ])
    }
}
