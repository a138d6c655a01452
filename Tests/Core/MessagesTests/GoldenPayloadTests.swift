import Messages
import TestSupport
import Testing
import Tracking

/// Every payload but the location, byte for byte; each is written so, and reads back as it was.
struct GoldenPayloadTests {
    private func expect<Value: Payload & Equatable>(_ value: Value, _ literal: String) throws {
        #expect(text(value.encoded()) == literal)
        #expect(try Value(decoding: bytes(literal)) == value)
    }

    @Test
    func `desired`() throws {
        let reference = Reference(coordinate: try Sample.place, accuracy: 4.5, time: Sample.time)
        let keys = try ItemName("Keys \u{1F511}")
        try expect(
            DesiredState(version: 7, power: .on, reportEvery: 600, mode: .auto, reference: reference, item: keys),
            """
            {"_type":"desired","version":7,"power":"on","report_every_s":600,"mode":"auto",\
            "reference":{"lat":52.5200066,"lon":13.4049541,"acc":4.5,"time":"2026-05-01T09:00:00.250Z"},\
            "item":"Keys \u{1F511}"}
            """
        )
        try expect(
            DesiredState(version: 0, power: .off, mode: .cellular),
            #"{"_type":"desired","version":0,"power":"off","mode":"cellular"}"#
        )
        try expect(
            DesiredState(version: 8, power: .off, isRegistered: false),
            #"{"_type":"desired","version":8,"power":"off","mode":"auto","registered":false}"#
        )
    }

    @Test
    func `reported`() throws {
        var state = ReportedState(
            version: 7,
            power: .on,
            reportEvery: 600,
            mode: .auto,
            firmware: "1.2.0",
            model: "T1 \"mini\"",
            boot: 4_294_967_295,
            battery: 87,
            activeMode: .bluetooth
        )
        try expect(
            state,
            #"{"_type":"reported","version":7,"power":"on","report_every_s":600,"mode":"auto","firmware":"1.2.0","#
                + #""model":"T1 \"mini\"","boot":4294967295,"battery":87,"active_mode":"bluetooth"}"#
        )
        state.isRegistered = false
        #expect(text(state.encoded()).hasSuffix(#""active_mode":"bluetooth","registered":false}"#))
        #expect(try ReportedState(decoding: state.encoded()) == state)
        (state.isRegistered, state.hasButton) = (true, true)
        #expect(text(state.encoded()).hasSuffix(#""active_mode":"bluetooth","button":true}"#))
        #expect(try ReportedState(decoding: state.encoded()) == state)
        // Of a tag that has no battery level to read.
        state.battery = nil
        #expect(text(state.encoded()).hasSuffix(#""boot":4294967295,"active_mode":"bluetooth","button":true}"#))
        #expect(try ReportedState(decoding: state.encoded()) == state)
    }

    @Test
    func `button`() throws {
        try expect(
            ButtonMessage(time: Sample.time, gateway: try Name("attic"), press: .double),
            #"{"_type":"button","time":"2026-05-01T09:00:00.250Z","gateway":"attic","press":"double"}"#
        )
        let earlier = bytes(#"{"_type":"button","time":"2026-05-01T09:00:00.250Z","gateway":"attic"}"#)
        #expect(try ButtonMessage(decoding: earlier).press == .single)
    }

    @Test
    func `command`() throws {
        try expect(Command(id: "c-1", verb: .stopRing), #"{"_type":"command","id":"c-1","do":"stop-ring"}"#)
    }

    @Test
    func `result`() throws {
        try expect(CommandResult(id: "c-1"), #"{"_type":"result","id":"c-1","ok":true}"#)
        try expect(
            CommandResult(id: "c-1", error: "the buzzer is broken"),
            #"{"_type":"result","id":"c-1","ok":false,"error":"the buzzer is broken"}"#
        )
    }

    @Test
    func `stored`() throws {
        try expect(
            StoredMessage(mark: FixMark(boot: 17, sequence: 4211)),
            #"{"_type":"stored","boot":17,"seq":4211}"#
        )
    }

    @Test
    func `item`() throws {
        try expect(ItemMessage(item: try ItemName("Bicycle")), #"{"_type":"item","item":"Bicycle"}"#)
        #expect(throws: MessageError.self) { try ItemMessage(decoding: bytes(#"{"_type":"item"}"#)) }
    }

    @Test
    func `proximity`() throws {
        try expect(
            ProximityMessage(
                time: Sample.time,
                gateway: try Name("attic"),
                rssi: -71,
                distance: 3.125,
                sigma: 1.5,
                samples: 12
            ),
            """
            {"_type":"proximity","time":"2026-05-01T09:00:00.250Z","gateway":"attic","rssi":-71,"distance_m":3.125,\
            "sigma_m":1.5,"samples":12}
            """
        )
        func over(_ link: ProximityMessage.Link, rssi: Int?, samples: Int, expected: Int?) throws -> ProximityMessage {
            ProximityMessage(
                time: Sample.time,
                gateway: try Name("attic"),
                rssi: rssi,
                distance: nil,
                sigma: nil,
                samples: samples,
                expected: expected,
                isHeld: true,
                link: link
            )
        }
        let start = #"{"_type":"proximity","time":"2026-05-01T09:00:00.250Z","gateway":"attic","#
        try expect(
            over(.up, rssi: -71, samples: 1, expected: nil),
            start + #""rssi":-71,"samples":1,"held":true,"link":"up"}"#
        )
        try expect(
            over(.lost, rssi: nil, samples: 0, expected: 8),
            start + #""samples":0,"expected":8,"held":true,"link":"lost"}"#
        )
        try expect(
            ProximityMessage(
                time: Sample.time,
                gateway: try Name("kitchen"),
                rssi: -71,
                distance: 3.125,
                sigma: 1.5,
                samples: 1,
                connects: false
            ),
            """
            {"_type":"proximity","time":"2026-05-01T09:00:00.250Z","gateway":"kitchen","rssi":-71,"distance_m":3.125,\
            "sigma_m":1.5,"samples":1,"connects":false}
            """
        )
    }

    @Test
    func `state`() throws {
        try expect(
            StateMessage(
                level: .critical,
                distance: 12.25,
                low: 10.5,
                high: 14,
                since: Sample.time,
                activeMode: .cellular,
                battery: 87,
                position: try Sample.position,
                item: "Schlüssel",
                thresholds: .standard
            ),
            """
            {"_type":"state","level":"critical","distance_m":12.25,"distance_low_m":10.5,"distance_high_m":14,\
            "since":"2026-05-01T09:00:00.250Z","active_mode":"cellular","battery":87,\
            "position":{"lat":52.5200066,"lon":13.4049541,"acc":4.5,"time":"2026-05-01T09:00:00.250Z"},\
            "item":"Schlüssel","warning_m":5,"critical_m":10}
            """
        )
        try expect(
            StateMessage(level: .unknown, since: Sample.time, item: "Bag"),
            #"{"_type":"state","level":"unknown","since":"2026-05-01T09:00:00.250Z","item":"Bag"}"#
        )
        try expect(
            StateMessage(level: .unknown, since: Sample.time, item: "Bag", unreachableSince: Sample.time),
            """
            {"_type":"state","level":"unknown","since":"2026-05-01T09:00:00.250Z","item":"Bag",\
            "unreachable":"2026-05-01T09:00:00.250Z"}
            """
        )
        try expect(
            StateMessage(level: .near, since: Sample.time, item: "Bag", room: "Hall", roomConfidence: 0.73),
            """
            {"_type":"state","level":"near","since":"2026-05-01T09:00:00.250Z","item":"Bag","room":"Hall",\
            "room_confidence":0.73}
            """
        )
        let mark = LostMark(since: Sample.time, note: "Left on bus 12")
        try expect(
            StateMessage(level: .near, since: Sample.time, item: "Bag", markedLost: mark),
            """
            {"_type":"state","level":"near","since":"2026-05-01T09:00:00.250Z","item":"Bag",\
            "marked_lost":{"since":"2026-05-01T09:00:00.250Z","note":"Left on bus 12"}}
            """
        )
    }

    @Test
    func `rooms`() throws {
        let level = RoomSurvey.Level(gateway: try Name("attic"), excess: -21.5, samples: 30)
        try expect(
            RoomSurvey(
                time: Sample.time,
                tracker: DeviceID(owner: try Name("sam"), device: try Name("keys")),
                rooms: [RoomSurvey.Room(room: try ItemName("Bath"), gateways: [level])]
            ),
            """
            {"_type":"rooms","time":"2026-05-01T09:00:00.250Z","owner":"sam","tracker":"keys","rooms":[{"room":"Bath",\
            "gateways":[{"gateway":"attic","excess_db":-21.5,"samples":30}]}]}
            """
        )
    }

    @Test
    func `guard`() throws {
        var tag = GuardMessage.Tag(
            number: 7, stage: .notice, network: "find-my", identity: "C0:FF:EE:00:12:34",
            address: "C0:FF:EE:00:12:34", gateway: try Name("pocket"), first: Sample.time, last: Sample.time
        )
        let start = #"{"_type":"guard","time":"2026-05-01T09:00:00.250Z","owner":"sam","tags":["#
        let times = #""first":"2026-05-01T09:00:00.250Z","last":"2026-05-01T09:00:00.250Z","#
        let address = #""identity":"C0:FF:EE:00:12:34","address":"C0:FF:EE:00:12:34","gateway":"pocket","#
        let owner = try Name("sam")
        try expect(
            GuardMessage(time: Sample.time, owner: owner, tags: [tag]),
            start + #"{"number":7,"stage":"notice","network":"find-my","# + address + times
                + #""legs":0,"rotations":0,"score":0,"places":[]}]}"#
        )
        (tag.since, tag.model, tag.legs, tag.rotations) = (Sample.time, "AirTag", 2, 1)
        (tag.score, tag.rssi) = (6.3, -71)
        (tag.places, tag.advice) = ([try Sample.position], "Hold a phone with NFC to it.")
        try expect(
            GuardMessage(time: Sample.time, owner: owner, tags: [tag]),
            start + #"{"number":7,"stage":"notice","since":"2026-05-01T09:00:00.250Z","network":"find-my","#
                + #""model":"AirTag","# + address + times
                + #""legs":2,"rotations":1,"score":6.3,"rssi":-71,"places":[{"lat":52.5200066,"lon":13.4049541,"#
                + #""acc":4.5,"time":"2026-05-01T09:00:00.250Z"}],"advice":"Hold a phone with NFC to it."}]}"#
        )
        tag.isIgnored = true
        let known = GuardMessage(time: Sample.time, owner: owner, tags: [tag])
        #expect(text(known.encoded()).contains(#"}],"ignored":true,"advice":"#))
        #expect(try GuardMessage(decoding: known.encoded()) == known)
        try expect(GuardMessage(time: Sample.time, owner: owner), start + "]}")
        var ignored = GuardIgnored(time: Sample.time)
        try expect(ignored, #"{"_type":"guard-ignored","time":"2026-05-01T09:00:00.250Z","tags":[]}"#)
        ignored.note(tag, isIgnored: true, at: Sample.time)
        #expect(ignored.has(tag))
        try expect(
            ignored,
            #"{"_type":"guard-ignored","time":"2026-05-01T09:00:00.250Z","#
                + #""tags":[{"number":7,"first":"2026-05-01T09:00:00.250Z"}]}"#
        )
        // An odd tag hides no other, a stage of a later version counts, and a number stands for one tag.
        let odd = text(GuardMessage(time: Sample.time, owner: owner, tags: [tag]).encoded())
            .replacing(#""lat":52.5200066"#, with: #""lat":952"#)
        #expect(try GuardMessage(decoding: Array(odd.utf8)).tags.isEmpty)
        tag.places = []
        let later = text(GuardMessage(time: Sample.time, owner: owner, tags: [tag, tag]).encoded())
            .replacing(#""stage":"notice""#, with: #""stage":"meteor""#)
        #expect(try GuardMessage(decoding: Array(later.utf8)).tags == [tag])
        // A guard without its memory gives the number to another tag.
        tag.first = tag.first.advanced(by: .seconds(1))
        #expect(!ignored.has(tag))
    }

    @Test
    func `alert`() throws {
        try expect(
            AlertMessage(
                id: "01JT5N",
                event: .escalated,
                level: .critical,
                previous: .warning,
                threshold: 10,
                distance: 12.25,
                confidence: 0.9821,
                owner: try Name("sam"),
                tracker: try Name("keys"),
                item: "Keys",
                time: Sample.time,
                lastPosition: try Sample.position,
                link: "http://localhost:8467/items/sam/keys",
                episode: "01JT5K"
            ),
            """
            {"_type":"alert","id":"01JT5N","event":"escalated","level":"critical","previous":"warning",\
            "threshold_m":10,"distance_m":12.25,"confidence":0.9821,"owner":"sam","tracker":"keys","item":"Keys",\
            "time":"2026-05-01T09:00:00.250Z",\
            "last_position":{"lat":52.5200066,"lon":13.4049541,"acc":4.5,"time":"2026-05-01T09:00:00.250Z"},\
            "link":"http://localhost:8467/items/sam/keys","episode":"01JT5K"}
            """
        )
    }

    @Test
    func `gateway status`() throws {
        try expect(
            GatewayStatus(
                state: .online,
                adapters: [
                    .init(name: "hci0", health: "scanning"), .init(name: "hci1", health: "off", reason: "it is off"),
                ]
            ),
            """
            {"_type":"status","state":"online","adapters":[{"name":"hci0","health":"scanning"},\
            {"name":"hci1","health":"off","reason":"it is off"}]}
            """
        )
        try expect(GatewayStatus(state: .offline), #"{"_type":"status","state":"offline","adapters":[]}"#)
        try expect(
            GatewayStatus(
                state: .online,
                place: Coordinate(latitude: 52.52, longitude: 13.4),
                room: ItemName("Living room"),
                via: Name("attic")
            ),
            """
            {"_type":"status","state":"online","adapters":[],"lat":52.52,"lon":13.4,"room":"Living room","via":"attic"}
            """
        )
    }

    @Test
    func `availability`() throws {
        try expect(Availability.online, "online")
        try expect(Availability.offline, "offline")
    }

    @Test
    func `an OwnTracks command`() throws {
        try expect(
            OwnTracksCommand(action: OwnTracksCommand.reportLocation),
            #"{"_type":"cmd","action":"reportLocation"}"#
        )
        try expect(
            OwnTracksCommand(action: "waypoints", extra: [try ExtraKey(name: "x", json: bytes("[1, 2]"))]),
            #"{"_type":"cmd","action":"waypoints","x":[1, 2]}"#
        )
    }
}
