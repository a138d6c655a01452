import JSON
import Tracking

extension DiscoveryTemplate {
    /// The keys of what a reminder tells that an event has as attributes; some of them may be absent.
    private static let reminderKeys = ["time", "until", "colour", "why", "link"]

    /// What one of an owner's reminders tells as an event, of some types.
    ///
    /// All of them tell it on the same topic: of another one it is nothing, which is no event. A name has no character
    /// that means something within quotes.
    static func reminder(_ id: Name, _ kinds: [String]) -> JSONValue {
        let attributes = reminderKeys.map { "\($0)=value_json.\($0) | default(none)" }.joined(separator: ", ")
        let list = kinds.map { "'\($0)'" }.joined(separator: ", ")
        return .text(
            """
            {% if value_json is defined and value_json.reminder == '\(id)' and value_json.event in [\(list)] %}\
            {{ dict(event_type=value_json.event, \(attributes)) | tojson }}{% endif %}
            """
        )
    }

    static let enabled = known("'off' if value_json.status == 'disabled' else 'on'")

    /// How it stands with a reminder, as attributes; none of them where nothing is known of it.
    static let reminderState = """
        {% if value_json is defined %}{{ dict(status=value_json.status, \
        last_fired=value_json.last_fired | default(none), told=value_json.told | default(none), \
        dismissed=value_json.dismissed | default(none), put_off=value_json.put_off | default(none), \
        snoozed_until=value_json.snoozed_until | default(none), why=value_json.why | default([])) | tojson }}\
        {% else %}{}{% endif %}
        """

    /// Whether a reminder can be dismissed, as an availability: it is told, and nobody has dismissed it yet.
    static let isTold = """
        {{ 'online' if value_json is defined and value_json.told is defined \
        and value_json.dismissed is not defined else 'offline' }}
        """
}
