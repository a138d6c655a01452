internal import Foundation
internal import Messages
internal import Reminders
internal import Tracking

/// A notice as JSON; its bytes are the same at every attempt.
struct WebhookBody: Encodable {
    let type = "notification"
    let id, alert, episode, event, level, previous, owner, tracker, item: String
    let title, text, distanceWords: String
    let distance, threshold, confidence: Double
    let low, high: Double?
    let time: String
    let position: Place?
    let link: String?
    let repetition: Int
    let test: Bool?
    let unknown: Unknown?
    let marked: Marked?
    let reminder: Reminder?

    /// That somebody has marked the item as lost, or that it is found again.
    struct Marked: Encodable {
        let since: String
        let note: String?
        let found: Bool
    }

    /// What was told of a reminder, or done with it.
    struct Reminder: Encodable {
        let id, event, name, colour: String
        let until: String?
        let why: [Reason]

        /// What was found of one of its conditions.
        struct Reason: Encodable {
            let kind, verdict, text: String
            let source: String?
        }

        init(_ event: ReminderEventMessage) {
            (id, self.event, name) = (event.reminder.text, event.event.rawValue, event.title.text)
            (colour, until) = (event.colour.rawValue, event.until.map { "\($0)" })
            why = event.why.map { finding in
                Reason(
                    kind: finding.kind.rawValue, verdict: finding.verdict.rawValue, text: finding.text,
                    source: finding.source
                )
            }
        }
    }

    struct Place: Encodable {
        let lat, lon: Double
        let acc: Double?
        let time: String
    }

    /// The unknown tag that follows.
    struct Unknown: Encodable {
        let number, legs: Int
        let stage, network, address, gateway: String
        let model, advice: String?

        init(_ tag: GuardMessage.Tag) {
            (number, legs, stage) = (tag.number, tag.legs, tag.stage.rawValue)
            (network, address, gateway) = (tag.network, tag.address, tag.gateway.text)
            (model, advice) = (tag.model, tag.advice)
        }
    }

    enum CodingKeys: String, CodingKey {
        case type = "_type"
        case id, alert, episode, event, level, previous, owner, tracker, item, title, text, time, link, repetition,
            test, unknown, marked, reminder
        case distanceWords = "distance"
        case distance = "distance_m"
        case threshold = "threshold_m"
        case low = "distance_low_m"
        case high = "distance_high_m"
        case confidence
        case position = "last_position"
    }

    init(_ notice: Notice, pages: String?) {
        let alert = notice.alert
        // In words as at the moment of the alert: a copy sent later has to be the same.
        let words = NoticeText(notice, pages: pages, at: alert.time)
        id = notice.id
        self.alert = alert.id
        episode = alert.episode
        event = alert.event.rawValue
        level = alert.level.rawValue
        previous = alert.previous.rawValue
        owner = alert.owner.text
        tracker = alert.tracker.text
        item = alert.item
        title = words.title
        text = words.body
        link = words.link
        distanceWords = Wording.distance(alert.distance, notice.interval)
        distance = alert.distance
        threshold = alert.threshold
        confidence = alert.confidence
        low = notice.interval.map { Self.millimetres($0.lowerBound) }
        high = notice.interval.map { Self.millimetres($0.upperBound) }
        time = "\(alert.time)"
        position = alert.lastPosition.map { position in
            Place(
                lat: position.coordinate.latitude,
                lon: position.coordinate.longitude,
                acc: position.accuracy,
                time: "\(position.time)"
            )
        }
        repetition = notice.repetition
        test = notice.isTest ? true : nil
        unknown = notice.unknown.map(Unknown.init)
        marked = notice.mark.map { Marked(since: "\($0.since)", note: $0.note, found: notice.isFound) }
        reminder = notice.reminder.map(Reminder.init)
    }

    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Finite numbers and texts, which can always be written.
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }

    private static func millimetres(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
