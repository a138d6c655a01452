import MQTT
import Messages

/// Why a weather station of one's own cannot be heard: what everybody may read of that, and what the log has.
struct StationRefusal: Hashable {
    /// It goes to whoever sees a reminder of the weather: neither the broker's address nor the user there is in it.
    let told: String
    let logged: String

    /// By the reason that a client of the broker gives.
    init(_ reason: String, topic: String, _ topics: Topics) {
        let begin = "the weather station cannot be heard: "
        // Of all reasons this one names the topic alone, and whoever wrote facts.yaml can mend it.
        guard reason.hasPrefix(MQTTError.refusedSubscription(topic, reason: "").description) else {
            told = "\(begin)there is no connection to the broker, and the log says why"
            logged = "\(begin)\(reason)"
            return
        }
        let isOurs = [topics.own, topics.positions, topics.discovery].contains { topic.hasPrefix("\($0)/") }
        let place = "\(topics.own)/weather/NAME ('tagalong broker add station NAME')"
        told = "\(begin)\(reason)" + (isOurs ? "" : "; the private broker lets a station publish on \(place)")
        logged = told
    }
}
