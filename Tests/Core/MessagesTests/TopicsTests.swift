import Messages
import Reminders
import TestSupport
import Testing
import Tracking

struct TopicsTests {
    private static func all(_ topics: Topics) throws -> [(String, Topic)] {
        let keys = try Sample.keys
        let attic = try Name("attic")
        let umbrella = ReminderID(owner: keys.owner, id: try Name("umbrella"))
        return [
            (topics.location(keys), .location(keys)),
            (topics.ownTracksCommand(keys), .ownTracksCommand(keys)),
            (topics.event(keys), .event(keys)),
            (topics.waypoint(keys), .waypoint(keys)),
            (topics.desired(keys), .desired(keys)),
            (topics.reported(keys), .reported(keys)),
            (topics.command(keys), .command(keys)),
            (topics.result(keys), .result(keys)),
            (topics.availability(keys), .availability(keys)),
            (topics.stored(keys), .stored(keys)),
            (topics.proximity(keys), .proximity(keys)),
            (topics.state(keys), .state(keys)),
            (topics.rules(keys), .rules(keys)),
            (topics.button(keys), .button(keys)),
            (topics.photo(keys), .photo(keys)),
            (topics.item(keys), .item(keys)),
            (topics.alert(keys), .alert(keys)),
            (topics.guarded(keys.owner), .guarded(keys.owner)),
            (topics.guardIgnored(keys.owner), .guardIgnored(keys.owner)),
            (topics.reminders(of: keys.owner), .reminderEvents(keys.owner)),
            (topics.reminder(umbrella), .reminder(umbrella)),
            (topics.reminderState(umbrella), .reminderState(umbrella)),
            (topics.reminderSet(umbrella), .reminderSet(umbrella)),
            (topics.gatewayStatus(attic), .gatewayStatus(attic)),
            (topics.gatewaySeen(attic), .gatewaySeen(attic)),
            (topics.gatewayRequest(attic, verb: "scan"), .gatewayRequest(attic, verb: "scan")),
            (topics.gatewayResponse(attic, verb: "scan"), .gatewayResponse(attic, verb: "scan")),
            (topics.fence, .fence), (topics.fence(of: 17), .fence),
        ]
    }

    @Test func `users of OwnTracks are called there what they call themselves, and in our topics by a name`() throws {
        let topics = Topics()
        let phone = DeviceID(owner: try Name(ownTracks: "zoë@mail.example"), device: try Name(ownTracks: "My Phone"))
        #expect(topics.ownTracksCommand(phone) == "owntracks/zoë@mail.example/My Phone/cmd")
        #expect(topics.state(phone) == "tagalong/x--zo_c3_ab_40mail_2eexample/x--My_20Phone/state")
        #expect(topics.locations(of: phone.owner) == "owntracks/zoë@mail.example/+")
        for (topic, meaning) in [
            (topics.location(phone), Topic.location(phone)), (topics.ownTracksCommand(phone), .ownTracksCommand(phone)),
            (topics.event(phone), .event(phone)), (topics.waypoint(phone), .waypoint(phone)),
            (topics.state(phone), .state(phone)), ("owntracks/alerts/phone", nil), ("owntracks/a\u{202E}b/phone", nil),
        ] as [(String, Topic?)] {
            #expect(topics.parse(topic) == meaning, "\(topic)")
        }
        #expect(topics.ownTracksDevice(of: "owntracks/zoë@mail.example/My Phone/info") == phone)
        #expect(topics.ownTracksDevice(of: "tagalong/sam/keys/state") == nil)
    }

    @Test(arguments: [
        Topics(),
        Topics(positions: "home/owntracks", own: "home/things"),
        Topics(positions: "same", own: "same/own"),
    ])
    func `every topic that is written is read as what it was`(topics: Topics) throws {
        for (topic, meaning) in try Self.all(topics) {
            #expect(topics.parse(topic) == meaning, "\(topic)")
        }
    }

    @Test
    func `topics are spelt as the design says`() throws {
        let spelt = try Self.all(Topics()).map(\.0)
        #expect(
            spelt == [
                "owntracks/sam/keys", "owntracks/sam/keys/cmd", "owntracks/sam/keys/event",
                "owntracks/sam/keys/waypoint", "tagalong/sam/keys/desired", "tagalong/sam/keys/reported",
                "tagalong/sam/keys/command", "tagalong/sam/keys/result", "tagalong/sam/keys/availability",
                "tagalong/sam/keys/stored", "tagalong/sam/keys/proximity", "tagalong/sam/keys/state",
                "tagalong/sam/keys/rules", "tagalong/sam/keys/button", "tagalong/sam/keys/photo",
                "tagalong/sam/keys/item", "tagalong/alerts/sam/keys", "tagalong/guard/sam",
                "tagalong/guard/sam/ignored", "tagalong/reminders/sam", "tagalong/reminders/sam/umbrella",
                "tagalong/reminders/sam/umbrella/state", "tagalong/reminders/sam/umbrella/set",
                "tagalong/gateway/attic/status",
                "tagalong/gateway/attic/seen", "tagalong/gateway/attic/request/scan",
                "tagalong/gateway/attic/response/scan",
                "tagalong/history/fence", "tagalong/history/fence/17",
            ]
        )
        #expect(Topics().homeAssistantConfig(try Sample.keys) == "homeassistant/device/tagalong_sam_keys/config")
        #expect(Topics().homeAssistantStatus == "homeassistant/status")
    }

    @Test(arguments: [
        "", "/", "owntracks", "owntracks/", "owntracks/sam", "owntracks/sam/", "owntracks//keys", "owntracks/sam/keys/",
        "owntracks/sam/keys/other", "owntracks/sam/keys/cmd/more", "tagalong/s m/keys/state", "tagalong/sam/kéys/state",
        "owntracks/alerts/keys", "owntracks/gateway/keys",
        "owntracks/guard/keys", "tagalong/guard", "tagalong/guard/",
        "tagalong/reminders", "tagalong/reminders/", "tagalong/reminders/alerts", "tagalong/reminders/sam/",
        "tagalong/reminders/sam/no umbrella", "tagalong/reminders/sam/umbrella/other",
        "tagalong/reminders/sam/umbrella/state/more", "tagalong/reminders/reminders/umbrella",
        "owntracks/reminders/keys",
        "tagalong/guard/gateway", "tagalong/guard/sam/state", "owntracksx/sam/keys", "/owntracks/sam/keys",
        "owntracks/+/keys", "owntracks/sam/#", "tagalong/sam/keys", "tagalong/sam/keys/other",
        "tagalong/sam/keys/state/more", "tagalong/alerts/sam", "tagalong/alerts/alerts/keys",
        "tagalong/alerts/sam/keys/state", "tagalong/gateway/attic", "tagalong/gateway/attic/other",
        "tagalong/gateway/attic/status/", "tagalong/gateway/attic/status/more", "tagalong/gateway/attic/request",
        "tagalong/gateway/attic/request/", "tagalong/gateway/attic/request/scan/more", "tagalong/history",
        "tagalong/history/fence/", "tagalong/history/other", "homeassistant/other",
    ])
    func `a topic that is none of ours means nothing`(topic: String) {
        #expect(Topics().parse(topic) == nil)
    }

    @Test(arguments: [
        ("owntracks/sam/phone", "sam/phone"), ("owntracks/sam/phone/event", "sam/phone"),
        ("/owntracks/sam/phone/waypoints", "sam/phone"), ("owntracks/sam/event", "sam/event"),
        ("owntracks/a.b/my phone", "a.b/my phone"), ("home/tracks/sam/phone", "sam/phone"),
        ("home/tracks/sam/phone/info", "sam/phone"), ("home/sam/event", "sam/event"),
        ("owntracks/sam/phone/event/x", "sam/phone"), ("owntracks/sam", nil), ("sam/phone", nil), ("", nil),
    ])
    func `user and device of a phone's topic are read whatever stands behind them`(topic: String, names: String?) {
        #expect(Topics().names(in: topic).map { "\($0.user)/\($0.device)" } == names)
    }

    @Test
    func `names follow on a base of several levels`() {
        let topics = Topics(positions: "home/owntracks")
        #expect(topics.names(in: "home/owntracks/sam/event/event").map { [$0.user, $0.device] } == ["sam", "event"])
        #expect(topics.names(in: "owntracks/kim/phone/step").map { [$0.user, $0.device] } == ["kim", "phone"])
    }

    @Test
    func `an owner may be called weather, and what stations tell is of none of its trackers`() throws {
        let topics = Topics()
        let garden = try Name("garden")
        let tracker = DeviceID(owner: try Name("weather"), device: garden)
        let place = topics.weather(ofStation: garden)
        #expect(!Topics.isReserved(tracker.owner))
        #expect(topics.parse(place) == nil)
        #expect(topics.parse(topics.state(tracker)) == .state(tracker))
        #expect(topics.parse(topics.location(tracker)) == .location(tracker))
        for kind in TrackerTopic.allCases { #expect(topics.path(kind, of: tracker) != place) }
    }

    @Test
    func `a name of 64 characters fits in a topic and one of 65 does not`() {
        let long = String(repeating: "a", count: 64)
        #expect(Topics().parse("owntracks/\(long)/\(long)") != nil)
        #expect(Topics().parse("owntracks/\(long)a/\(long)") == nil)
    }
}
