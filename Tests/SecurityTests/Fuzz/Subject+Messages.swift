import Messages
import Tracking

extension Subject {
    private static var types: [any Payload.Type] {
        [
            LocationMessage.self, Kept<DesiredState>.self, Kept<ReportedState>.self, Kept<Command>.self,
            Kept<CommandResult>.self, Kept<StoredMessage>.self, Kept<GatewayStatus>.self, OwnTracksCommand.self,
            PlaceEvent.self, Availability.self, Kept<ProximityMessage>.self, Kept<StateMessage>.self,
            Kept<AlertMessage>.self, Kept<GatewayRequest>.self, Kept<GatewayResponse>.self, Kept<SeenMessage>.self,
            Kept<TagRecord>.self, Kept<EvidenceMessage>.self, Kept<ItemRules>.self,
        ]
    }

    /// What comes over MQTT, read as everything that is there.
    static let message = Subject(
        "message",
        seeds: [
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"acc":5,"boot":1,"seq":2,"batt":80,"x":[{}]}"#,
            #"{"_type":"transition","event":"enter","wtst":1,"tst":1777626000,"acc":9,"desc":"home","lat":1,"lon":2}"#,
            #"{"rev":3,"on":true,"radio":"cellular","interval_s":10,"reference":{"lat":1,"lon":2,"tst":3}}"#,
            #"{"id":"a","command":"ring","seconds":5}"#, "online",
        ],
        words: json + [
            "\"_type\":\"location\",", "\"lat\":", "\"tst\":", "\"reference\":{", "\"boot\":1,", "\"rev\":",
        ],
        times: types.count
    ) { bytes in
        var refusal = ""
        for type in types {
            do { _ = try type.init(decoding: bytes).encoded() } catch { if refusal.isEmpty { refusal = "\(error)" } }
        }
        return refusal
    }

    static let topic = Subject(
        "topic",
        seeds: [
            "owntracks/sam/phone", "tagalong/sam/keys/desired", "tagalong/alerts/sam/keys", "tagalong/gateway/den/seen",
        ],
        words: ["/", "#", "+", "//", "tagalong", "owntracks", "alerts", "gateway", "\u{0}", "é", "\u{202E}"]
    ) { bytes in
        Topics().parse(String(decoding: bytes, as: UTF8.self)) == nil ? "none of ours" : ""
    }
}
