import Messages
import TestSupport
import Testing
import Tracking

struct LocationMessageTests {
    @Test
    func `a location with every key reads as written`() throws {
        let message = try LocationMessage(decoding: bytes(Sample.location))
        #expect(message.fix.coordinate == (try Sample.place))
        #expect(message.fix.time == Sample.time)
        #expect(message.fix.accuracy == 4.5)
        #expect(message.fix.altitude == 34.2)
        #expect(message.fix.verticalAccuracy == 3)
        #expect(message.fix.speed == 4.8)
        #expect(message.fix.course == 271.5)
        #expect(message.createdAt == Timestamp(milliseconds: 1_777_626_001_000))
        #expect(message.battery == 87)
        #expect(message.batteryStatus == 1)
        #expect(message.connection == "m")
        #expect(message.trackerInitials == "ke")
        #expect(message.trigger == "p")
        #expect(message.mark == FixMark(boot: 17, sequence: 4211))
        #expect(message.mode == .cellular)
        #expect(message.source == .gnss)
        #expect(message.gateway == (try Name("attic")))
        #expect(message.extra.isEmpty)
    }

    @Test
    func `a location is written byte for byte as it was read`() throws {
        #expect(text(try LocationMessage(decoding: bytes(Sample.location)).encoded()) == Sample.location)
    }

    @Test(arguments: 1...20)
    func `a location reads the same whatever the order of its keys, and however they are spaced`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let members = Sample.location.dropFirst().dropLast().split(separator: ",")
            .map { $0.replacing(":", with: Bool.random(using: &generator) ? ": " : ":", maxReplacements: 1) }
        var shuffled = seed < 5 ? members : members.shuffled(using: &generator)
        // Of a key that comes twice the last one counts.
        shuffled.insert("\"lat\":1", at: 0)
        let payload = "{" + shuffled.joined(separator: seed % 2 == 0 ? "," : " , ") + "}"
        #expect(try LocationMessage(decoding: bytes(payload)) == LocationMessage(decoding: bytes(Sample.location)))
    }

    @Test
    func `a fix from a tracker's own modem says cellular`() throws {
        let created = Sample.time.advanced(by: .seconds(2))
        let message = LocationMessage(try Sample.trackerFix, createdAt: created, gateway: nil, initials: "ke")
        #expect(
            text(message.encoded()) == """
                {"_type":"location","lat":52.5200066,"lon":13.4049541,"tst":1777626000,"acc":4.5,"vel":4.8,"cog":271.5,\
                "batt":87,"conn":"m","tid":"ke","t":"p","created_at":1777626002,"seq":4211,"boot":17,\
                "mode":"cellular","src":"gnss","tst_ms":1777626000250}
                """
        )
        #expect(try LocationMessage(decoding: message.encoded()) == message)
    }

    @Test
    func `a fix relayed by a gateway names the gateway and gives the tracker's fix back`() throws {
        let fix = try Sample.trackerFix
        let message = LocationMessage(fix, createdAt: Sample.time, gateway: try Name("attic"), initials: "ke")
        #expect(message.connection == nil)
        let read = try LocationMessage(decoding: message.encoded())
        #expect(read.gateway == (try Name("attic")))
        #expect(read.trackerFix == fix)
    }

    @Test
    func `a phone's location is no tracker's fix and keeps its own keys`() throws {
        let phone = """
            {"_type":"location","BSSID":"ac:86:74:12:34:56","SSID":"caf\\u00e9","acc":12,"batt":62.6,"conn":"w","lat":52.5,\
            "inregions":["Home", {"a":[1,2]}],"lon":13.25,"m":1,"t":"u","tst":1777625999,"mode":"walk","gw":"a b","tid":7}
            """
        let message = try LocationMessage(decoding: bytes(phone))
        #expect(message.trackerFix == nil)
        #expect(message.battery == 63)
        #expect(message.mode == nil)
        #expect(message.extra.map(\.name) == ["BSSID", "SSID", "inregions", "m", "tid", "mode", "gw"])
        #expect(
            text(message.encoded()) == """
                {"_type":"location","lat":52.5,"lon":13.25,"tst":1777625999,"acc":12,"batt":63,"conn":"w","t":"u",\
                "tst_ms":1777625999000,"BSSID":"ac:86:74:12:34:56","SSID":"caf\\u00e9",\
                "inregions":["Home", {"a":[1,2]}],"m":1,"tid":7,"mode":"walk","gw":"a b"}
                """
        )
    }

    @Test
    func `a key that was kept gives way to one that is set`() throws {
        var message = try LocationMessage(decoding: bytes(minimal(#""mode":"walk","x":1"#)))
        message.mode = .bluetooth
        #expect(text(message.encoded()).hasSuffix(#""mode":"bluetooth","tst_ms":5000,"x":1}"#))
    }

    @Test(arguments: [
        (#""tst_ms":5999"#, Int64(5999)), (#""tst_ms":6000"#, 5000), (#""tst_ms":4999"#, 5000),
        (#""tst_ms":"5001""#, 5000), (#""tst_ms":5001.5"#, 5000), (#""tst_ms":-1"#, 5000),
        (#""tst_ms":null"#, 5000),
    ])
    func `milliseconds count only where they agree with the seconds`(members: String, expected: Int64) throws {
        let message = try LocationMessage(decoding: bytes(minimal(members)))
        #expect(message.fix.time == Timestamp(milliseconds: expected))
        #expect(try LocationMessage(decoding: message.encoded()) == message)
    }

    @Test(arguments: [
        (#""acc":0"#, Double?.some(0)), (#""acc":null"#, nil), (#""acc":1e2"#, 100), (#""acc":65.0"#, 65),
        (#""acc":1,"acc":2"#, 2), (#""acc":"text","acc":3"#, 3), (#""\u0061cc":4"#, 4), (#""acc":5,"acc":null"#, nil),
        (#""accx":6"#, nil), (#""ac":6"#, nil), (#""acc\u0000":6"#, nil),
    ])
    func `the accuracy is read from the last key of that name`(members: String, expected: Double?) throws {
        #expect(try LocationMessage(decoding: bytes(minimal(members))).fix.accuracy == expected)
    }

    @Test
    func `of an unknown key that comes twice the last value is kept in the first place`() throws {
        let message = try LocationMessage(decoding: bytes(minimal(#""x":1,"y":2,"x":[3]"#)))
        #expect(
            message.extra == [try ExtraKey(name: "x", json: bytes("[3]")), try ExtraKey(name: "y", json: bytes("2"))]
        )
    }

    @Test
    func `a byte order mark and blanks around the object are no harm`() throws {
        let payload = [0xEF, 0xBB, 0xBF] + bytes(" \r\n\t" + minimal(#""acc" : 3 "#) + "\n ")
        #expect(try LocationMessage(decoding: payload).fix.accuracy == 3)
    }

    @Test
    func `an exponent or a fraction of zero makes no other integer`() throws {
        let message = try LocationMessage(decoding: bytes(minimal(#""boot":1.7e1,"seq":4.0,"bs":-0"#)))
        #expect(message.mark == FixMark(boot: 17, sequence: 4))
        #expect(message.batteryStatus == 0)
    }

    @Test
    func `numbers that JSON cannot write are left out`() throws {
        let fix = Fix(coordinate: try Sample.place, time: Sample.time, accuracy: .nan, altitude: .infinity)
        let message = try LocationMessage(decoding: LocationMessage(fix: fix).encoded())
        #expect(message.fix.accuracy == nil)
        #expect(message.fix.altitude == nil)
    }
}

/// A location with as few keys as can be, and some more.
func minimal(_ members: String) -> String {
    #"{"_type":"location","lat":1.5,"lon":-2.5,"tst":5,\#(members)}"#
}
