import JSON

/// How Home Assistant reads one value out of a message of ours.
///
/// It takes the text `None` for a state that is not known. Of an empty message, as the one that takes a retained one
/// back, there is no `value_json`, and an expression with it is an error in its log.
enum DiscoveryTemplate {
    /// The value of an expression, and nothing known while there is no message.
    static func known(_ expression: String) -> JSONValue {
        .text("{% if value_json is defined %}{{ \(expression) }}{% else %}None{% endif %}")
    }

    /// The value of a key that may be absent.
    static func optional(_ key: String) -> JSONValue { known("value_json.\(key) | default('None')") }

    /// The value of a key where it is one of some words: Home Assistant refuses any other.
    static func word(_ key: String, of words: [String]) -> JSONValue {
        let list = words.map { "'\($0)'" }.joined(separator: ", ")
        return known("value_json.\(key) if value_json.\(key) in [\(list)] else 'None'")
    }

    /// The value of a key where it is a number within some bounds: Home Assistant refuses any other.
    static func number(_ key: String, in bounds: ClosedRange<Int>) -> JSONValue {
        let test = "value_json.\(key) is number and \(bounds.lowerBound) <= value_json.\(key) <= \(bounds.upperBound)"
        return known("value_json.\(key) if \(test) else 'None'")
    }

    /// An accuracy that is not known is left out: 0 would be that of an exact position.
    static let position = """
        {% if value_json is defined and value_json.position is defined %}{% set p = value_json.position %}\
        {% set a = dict(latitude=p.lat, longitude=p.lon, level=value_json.level, \
        place=value_json.place | default('')) %}\
        {{ (dict(a, gps_accuracy=p.acc) if p.acc is number else a) | tojson }}{% else %}{}{% endif %}
        """
    static let lost = known("{'near': 'OFF', 'warning': 'ON', 'critical': 'ON'}.get(value_json.level, 'None')")
    static let markedLost = known("'on' if value_json.marked_lost is defined else 'off'")
    /// Since when it is marked as lost, and the note, as attributes; none of them where it is not.
    static let mark = """
        {% if value_json is defined and value_json.marked_lost is defined %}{{ value_json.marked_lost | tojson }}\
        {% else %}{}{% endif %}
        """
    static let distance = known(
        "value_json.distance_m if value_json.distance_m is defined and value_json.level != 'unknown' else 'None'"
    )
    static let lastSeen = known("value_json.position.time if value_json.position is defined else 'None'")
    static let accuracy = known(
        "value_json.position.acc if value_json.position is defined and value_json.position.acc is defined else 'None'"
    )
    static let reachable = known("'OFF' if value_json.unreachable is defined else 'ON'")

    /// The keys of an alert that an event has as attributes; some of them may be absent.
    private static let alertKeys = [
        "level", "previous", "distance_m", "threshold_m", "confidence", "episode", "time", "link",
    ]

    /// An alert as an event, of some types: Home Assistant complains of any other, and of nothing only if it is empty.
    static func alert(_ kinds: [String]) -> JSONValue {
        let attributes = alertKeys.map { "\($0)=value_json.\($0) | default(none)" }.joined(separator: ", ")
        let list = kinds.map { "'\($0)'" }.joined(separator: ", ")
        return .text(
            """
            {% if value_json is defined and value_json.event in [\(list)] %}\
            {{ dict(event_type=value_json.event, \(attributes)) | tojson }}{% endif %}
            """
        )
    }

    static let press = """
        {% if value_json is defined %}\
        {{ dict(event_type='press', press=value_json.press | default('single'), \
        time=value_json.time | default(none)) | tojson }}{% endif %}
        """

    /// How a button was pressed, for what is triggered by that; nothing that triggers while there is no message.
    static let pressKind = "{% if value_json is defined %}{{ value_json.press | default('single') }}{% endif %}"

    /// Whether a tracker can be told something now, as an availability.
    static let canBeTold = """
        {{ 'online' if value_json is defined and value_json.unreachable is not defined else 'offline' }}
        """
}
