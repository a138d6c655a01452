import Reminders
import Testing
import Tracking

@testable import Messages

/// What Home Assistant is told of reminders.
@Suite struct ReminderDiscoveryTests {
    private let umbrella: ReminderID
    private let bins: ReminderID

    init() throws {
        umbrella = ReminderID(owner: try Name("sam"), id: try Name("umbrella"))
        bins = ReminderID(owner: try Name("sam_x"), id: try Name("bins"))
    }

    private func text(_ message: Message?) -> String { String(decoding: message?.payload ?? [], as: UTF8.self) }

    @Test func `a reminder is an event, a switch and a button of its owner's device, byte for byte`() throws {
        let message = ReminderDiscoveryMessage(
            reminder: umbrella, title: try ItemName("Umbrella \"☂\""), version: "1.2.0",
            link: "https://example.org/reminders"
        ).message(Topics())
        #expect(message.topic == "homeassistant/device/tagalong-reminders_sam/umbrella/config")
        #expect(message.retained)
        #expect(text(message) == Self.golden.replacing("\n", with: ""))
    }

    private static let golden = #"""
        {"device":{"identifiers":["tagalong/reminders/sam"],"name":"Reminders of sam","manufacturer":"Tagalong",
        "model":"Reminders","configuration_url":"https://example.org/reminders"},
        "origin":{"name":"Tagalong","sw_version":"1.2.0"},
        "components":{
        "event":{"platform":"event","unique_id":"tagalong/reminders/sam/umbrella/event","name":"Umbrella \"☂\"","qos":1,
        "state_topic":"tagalong/reminders/sam","availability":[],
        "event_types":["fired","repeated","dismissed","snoozed"],
        "value_template":"{% if value_json is defined and value_json.reminder == 'umbrella' and value_json.event in 
        ['fired', 'repeated', 'dismissed', 'snoozed'] %}{{ dict(event_type=value_json.event, 
        time=value_json.time | default(none), until=value_json.until | default(none), 
        colour=value_json.colour | default(none), why=value_json.why | default(none), 
        link=value_json.link | default(none)) | tojson }}{% endif %}","icon":"mdi:reminder"},
        "enabled":{"platform":"switch","unique_id":"tagalong/reminders/sam/umbrella/enabled","name":"Umbrella \"☂\"",
        "qos":1,"command_topic":"tagalong/reminders/sam/umbrella/set","payload_on":"on","payload_off":"off",
        "state_topic":"tagalong/reminders/sam/umbrella/state",
        "value_template":"{% if value_json is defined %}{{ 'off' if value_json.status == 'disabled' else 'on' }}
        {% else %}None{% endif %}","state_on":"on","state_off":"off","optimistic":false,
        "json_attributes_topic":"tagalong/reminders/sam/umbrella/state",
        "json_attributes_template":"{% if value_json is defined %}{{ dict(status=value_json.status, 
        last_fired=value_json.last_fired | default(none), told=value_json.told | default(none), 
        dismissed=value_json.dismissed | default(none), put_off=value_json.put_off | default(none), 
        snoozed_until=value_json.snoozed_until | default(none), why=value_json.why | default([])) | tojson }}
        {% else %}{}{% endif %}","icon":"mdi:bell-cog"},
        "dismiss":{"platform":"button","unique_id":"tagalong/reminders/sam/umbrella/dismiss",
        "name":"Dismiss Umbrella \"☂\"","qos":1,"command_topic":"tagalong/reminders/sam/umbrella/set",
        "payload_press":"dismiss","icon":"mdi:bell-check","availability_mode":"all",
        "availability":[{"topic":"tagalong/history/status","payload_available":"online",
        "payload_not_available":"offline"},{"topic":"tagalong/reminders/sam/umbrella/state",
        "value_template":"{{ 'online' if value_json is defined and value_json.told is defined 
        and value_json.dismissed is not defined else 'offline' }}",
        "payload_available":"online","payload_not_available":"offline"}]}},
        "availability_mode":"all","availability":[{"topic":"tagalong/history/status","payload_available":"online",
        "payload_not_available":"offline"}],"qos":1}
        """#

    @Test func `the topic of a reminder is no item's, and says which reminder it is of`() throws {
        let topics = Topics(discovery: "a/b")
        for reminder in [umbrella, bins] {
            let topic = topics.homeAssistantConfig(reminder)
            #expect(topics.homeAssistantReminder(of: topic) == reminder)
            #expect(topics.parse(topic) == .homeAssistantConfig)
            #expect(!topic.hasPrefix(topics.homeAssistantStart))
        }
        #expect(topics.homeAssistantConfig(bins) == "a/b/device/tagalong-reminders_sam_x/bins/config")
        #expect(topics.homeAssistantReminders(of: bins.owner) == "a/b/device/tagalong-reminders_sam_x/+/config")
    }

    @Test(arguments: [
        "homeassistant/device/tagalong_sam_keys/config", "homeassistant/device/tagalong-reminders_sam/config",
        "homeassistant/device/tagalong-reminders_sam/a/b/config", "homeassistant/device/tagalong-reminders_sam/a/state",
        "homeassistant/device/tagalong-reminders_/a/config", "homeassistant/device/tagalong-reminders_sam/ü/config", "",
    ])
    func `another topic is of no reminder`(_ topic: String) {
        #expect(Topics().homeAssistantReminder(of: topic) == nil)
    }

    @Test func `a reminder is told once, and again when it is called otherwise or Home Assistant starts`() throws {
        var announcer = ReminderAnnouncer(Topics(), version: "1")
        let (umbrella, brolly) = (try ItemName("Umbrella"), try ItemName("Brolly"))
        announcer.hold()
        var told = [umbrella, umbrella, brolly, brolly].map { announcer.announce(self.umbrella, $0) }
        announcer.repeatAll()
        told += [brolly, brolly].map { announcer.announce(self.umbrella, $0) }
        announcer.hold()
        told.append(announcer.announce(self.umbrella, brolly))
        let names = told.map { message in message.map { text($0).contains(#""name":"Brolly""#) ? brolly : umbrella } }
        #expect(names == [umbrella, nil, brolly, nil, brolly, nil, brolly])
    }

    @Test func `a reminder that is deleted is taken off once`() throws {
        var announcer = ReminderAnnouncer(Topics(), version: "1")
        let never = announcer.forget(umbrella)
        #expect(never == nil)
        _ = announcer.announce(umbrella, try ItemName("Umbrella"))
        let farewells = [announcer.forget(umbrella), announcer.forget(umbrella)]
        #expect(
            farewells == [Message(topic: Topics().homeAssistantConfig(umbrella), payload: [], retained: true), nil])
        let again = announcer.announce(umbrella, try ItemName("Umbrella"))
        #expect(again != nil)
    }

    @Test func `what the broker keeps of reminders that are gone is taken off, and nobody else's is`() throws {
        var announcer = ReminderAnnouncer(Topics(), version: "1")
        announcer.hold()
        let (there, gone) = (umbrella, ReminderID(owner: umbrella.owner, id: try Name("gone")))
        let kept = [gone, bins, there].map { reminder in
            Message(topic: Topics().homeAssistantConfig(reminder), payload: Array("{}".utf8), retained: true)
        }
        let empty = ReminderID(owner: umbrella.owner, id: try Name("empty"))
        let others = [
            Message(topic: Topics().homeAssistantConfig(empty), payload: [], retained: true),
            Message(topic: "homeassistant/device/tagalong_sam_keys/config", payload: [1], retained: true),
        ]
        let isHeard = (kept + others).map { announcer.heard($0) }
        #expect(isHeard == [true, true, true, true, false])
        let own = announcer.forgetOrphans(unless: { $0 == there }, of: { $0 == there.owner })
        #expect(own == [Message(topic: Topics().homeAssistantConfig(gone), payload: [], retained: true)])
        let all = announcer.forgetOrphans(unless: { $0 == there })
        #expect(all.map(\.topic) == [Topics().homeAssistantConfig(bins)])
        let last = announcer.forget(there)
        #expect(last != nil)
    }
}
