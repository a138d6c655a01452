import Feeds
import Messages
import Testing
import Tracking

/// Requests as the apps send them, and the location that an OwnTracks phone would have said instead.
struct FieldReportTests {
    static let now = Timestamp(milliseconds: 1_777_626_005_000)

    private static func location(_ text: String, _ dialect: FieldDialect) throws -> String? {
        let position = try FieldReport(FieldList(text), dialect).position(at: now)
        return position.map { String(decoding: $0.location(), as: UTF8.self) }
    }

    @Test(arguments: [
        // Traccar Client 10: knots, whole per cent, nothing for what it does not know.
        (
            "id=48241179&lat=46.0569465&lon=14.5057515&timestamp=1777626000&accuracy=4.5&altitude=298.2&speed=9.33&bearing=271.5&batt=87",
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"acc":4.5,"alt":298.2,"vel":17.279,"cog":271.5,"batt":87}"#
        ),
        (
            "id=48241179&lat=46.0569465&lon=14.5057515&timestamp=1777626000&batt=87&charge=true",
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"batt":87,"bs":2}"#
        ),
        (
            "id=1&lat=46&lon=14.5&timestamp=1777626000&accuracy=12.0&batt=40&alarm=sos",
            #"{"_type":"location","lat":46,"lon":14.5,"tst":1777626000,"acc":12,"batt":40,"alarm":"sos"}"#
        ),
        // The client of before: 0 for what it does not know.
        (
            "id=163858&timestamp=1480141183&lat=53.78965585&lon=-1.58032967&speed=0.0&bearing=0.0&altitude=105.0&batt=6.0",
            #"{"_type":"location","lat":53.78965585,"lon":-1.58032967,"tst":1480141183,"alt":105,"vel":0,"batt":6}"#
        ),
        (
            "id=123456789012345&timestamp=1777626000&lat=46.0569&lon=14.5057&speed=4.87&bearing=271.5&altitude=0.0&accuracy=0.0&batt=87.0&charge=true&mock=true",
            #"{"_type":"location","lat":46.0569,"lon":14.5057,"tst":1777626000,"vel":9.019,"cog":271.5,"batt":87,"bs":2,"mock":true}"#
        ),
        // From the tests of Traccar's server.
        (
            "lat=49.60688&lon=6.15788&timestamp=2014-06-04+09%3A10%3A11&altitude=384.7&speed=0.0&id=353861053849681",
            #"{"_type":"location","lat":49.60688,"lon":6.15788,"tst":1401873011,"alt":384.7,"vel":0}"#
        ),
        (
            "id=902064&lat=42.06288&lon=-88.23412&timestamp=1442068686579&hdop=6.0&altitude=224.0&speed=0.0",
            #"{"_type":"location","lat":42.06288,"lon":-88.23412,"tst":1442068686,"acc":6,"alt":224,"vel":0,"tst_ms":1442068686579}"#
        ),
        (
            "lat=60.0&lon=30.0&speed=0.0&heading=0.0&vacc=0&hacc=0&altitude=0&deviceid=123456",
            #"{"_type":"location","lat":60,"lon":30,"tst":1777626005,"vel":0}"#
        ),
        // OsmAnd itself has metres a second.
        (
            "lat=46.05&lon=14.5&timestamp=1777626000250&hdop=3.2&speed=1.5&speed_unit=ms&bearing=365",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"acc":3.2,"vel":5.4,"cog":5,"tst_ms":1777626000250}"#
        ),
        (
            "location=46.05,14.5&timestamp=1777626000",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000}"#
        ),
        // Offsets whose plus was not percent-encoded.
        (
            "lat=46.05&lon=14.5&timestamp=2026-05-01T11:00:00+02:00",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000}"#
        ),
        (
            "lat=46.05&lon=14.5&timestamp=2026-05-01+11:00:00.250+0200",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"tst_ms":1777626000250}"#
        ),
        (
            "lat=46.05&lon=14.5&timestamp=1777626000&timeoffset=2026-05-01T11:00:00.250+02:00",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"tst_ms":1777626000250}"#
        ),
        // What can never be stored is told as it came, for the quarantine.
        (
            "lat=north&lon=14.5&timestamp=yesterday&accuracy=bad&batt=900",
            #"{"_type":"location","lat":"north","lon":14.5,"tst":"yesterday"}"#
        ),
        (
            "lat=0x10&lon=1e400&timestamp=0x6A000000&accuracy=0x10&altitude=inf&speed=nan",
            #"{"_type":"location","lat":"0x10","lon":"1e400","tst":"0x6A000000"}"#
        ),
        ("lat=46.05&timestamp=1777626000", #"{"_type":"location","lat":46.05,"tst":1777626000}"#),
    ])
    func `what Traccar Client sends becomes a location`(request: String, location: String) throws {
        #expect(try Self.location(request, .traccar) == location)
    }

    @Test(arguments: [
        // All that there is, from the app's own test.
        (
            "lat=12.193&lon=19.456&sat=0&desc=&alt=0.0&acc=0.0&dir=0.0&prov=MOCK&spd_kph=0.0&spd=0.0&timestamp=1457205869&timeoffset=2016-03-05T21:24:29.949%2B02:00&time=2016-03-05T19:24:29.949Z&starttimestamp=1495884681&date=2016-03-05&batt=0.0&ischarging=false&aid=&ser=&act=&filename=20170527abc&profile=Default+Profile&hdop=&vdop=19&pdop=&dist=0&",
            #"{"_type":"location","lat":12.193,"lon":19.456,"tst":1457205869,"vel":0,"batt":0,"bs":1,"tst_ms":1457205869949}"#
        ),
        (
            "u=sam&d=phone&token=T&lat=46.0569465&lon=14.5057515&sat=9&desc=the+bridge&alt=344.2&acc=4.5&dir=271.5&prov=gps&spd_kph=5.004&spd=1.39&timestamp=1777626000&batt=87.0&ischarging=true&aid=3a",
            #"{"_type":"location","lat":46.0569465,"lon":14.5057515,"tst":1777626000,"acc":4.5,"alt":344.2,"vel":5.004,"cog":271.5,"batt":87,"bs":2,"src":"gnss","desc":"the bridge"}"#
        ),
        // Its default address, and the template of Home Assistant's manual.
        (
            "lat=46.05&longitude=14.5&time=2026-05-01T09:00:00.250Z&s=1.39",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"tst_ms":1777626000250}"#
        ),
        (
            "latitude=46.05&longitude=14.5&device=3a&accuracy=4.5&battery=87.0&speed=1.5&direction=90.0&altitude=344.2&provider=network&activity=",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626005,"acc":4.5,"alt":344.2,"vel":5.4,"cog":90,"batt":87,"src":"cell"}"#
        ),
        // The dilution of precision is no accuracy.
        (
            "lat=46.05&lon=14.5&timestamp=1777626000&hdop=0.8",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000}"#
        ),
        // A placeholder that does not exist stays as it is, and says nothing.
        (
            "lat=46.05&lon=14.5&timestamp=1777626000&acc=%ACCURACY&batt=%",
            #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000}"#
        ),
    ])
    func `what GPSLogger sends becomes a location`(request: String, location: String) throws {
        #expect(try Self.location(request, .gpslogger) == location)
    }

    @Test(arguments: [
        ("timestamp=%TIMESTAMP", "%TIMESTAMP"), ("timestamp=%ff", "%ff"), ("time=%ff&timestamp=", "%ff"),
        ("timestamp=" + String(repeating: "1", count: 1025), String(repeating: "1", count: 40) + "…"),
    ])
    func `a time that cannot be decoded is none, rather than this moment`(field: String, shown: String) throws {
        for dialect in [FieldDialect.traccar, .gpslogger] {
            let location = #"{"_type":"location","lat":46.05,"lon":14.5,"tst":"\#(shown)"}"#
            #expect(try Self.location("lat=46.05&lon=14.5&\(field)", dialect) == location)
        }
    }

    @Test func `an object in the place of a time or a place is told for the quarantine, and names nobody`() throws {
        let body = Array(#"{"lat":[46],"lon":14.5,"timestamp":{"at":5},"device":{"model":"x"},"id":null}"#.utf8)
        let report = try TraccarBody.report(body, under: FieldList("u=1"), .traccar, isNamed: false, at: Self.now)
        #expect(report.device == nil)
        #expect(
            report.locations.map { String(decoding: $0, as: UTF8.self) } == [
                #"{"_type":"location","lat":"[46]","lon":14.5,"tst":"{\"at\":5}"}"#
            ]
        )
        // What the address says stands.
        let time = FieldList("timestamp=1777626000&lat=46.05")
        let other = try TraccarBody.report(body, under: time, .traccar, isNamed: true, at: Self.now)
        #expect(
            other.locations.map { String(decoding: $0, as: UTF8.self) } == [
                #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000}"#
            ]
        )
    }

    @Test(arguments: [
        ("lat=%ff&lon=%FF", #""lat":"%ff","lon":"%FF""#), ("lat=%LAT&lon=%LON", #""lat":"%LAT","lon":"%LON""#),
        ("latitude=%ff&lng=", #""lat":"%ff""#), ("location=%ff", #""lat":"%ff""#),
    ])
    func `a place that cannot be decoded is told for the quarantine`(fields: String, told: String) throws {
        let location = #"{"_type":"location",\#(told),"tst":1777626000}"#
        #expect(try Self.location("\(fields)&timestamp=1777626000", .gpslogger) == location)
    }

    @Test(arguments: [
        "id=48241179&timestamp=1777626000&batt=86", "id=48241179&notificationToken=fPq%3AAPA91b", "", "&", "lat=&lon=",
        "lat=46.05&lon=14.5&valid=false&timestamp=1777626000",
    ])
    func `what has no place is no position`(request: String) throws {
        #expect(try Self.location(request, .traccar) == nil)
    }

    @Test(arguments: [
        ("kn", 18.52), ("KNOTS", 18.52), ("ms", 36), ("m/s", 36), ("kmh", 10), ("km/h", 10), ("kph", 10), ("", 18.52),
    ])
    func `a speed is in the unit that is named`(unit: String, speed: Double) throws {
        let report = FieldReport(FieldList("lat=1&lon=2&speed=10&speed_unit=\(unit)"), .traccar)
        #expect(try report.position(at: Self.now)?.speed == speed)
    }

    @Test func `a unit that nobody knows is refused, as the speeds would be others`() {
        let report = FieldReport(FieldList("lat=1&lon=2&speed=10&speed_unit=mph"), .traccar)
        #expect { try report.position(at: Self.now) } throws: {
            "\($0)" == "'speed_unit': kn, ms or kmh is expected, found 'mph'"
        }
    }

    @Test func `a location that an app told is one that is read`() throws {
        let report = FieldReport(
            FieldList("lat=46.05&lon=14.5&timestamp=1777626000&accuracy=4&speed=10&bearing=90&batt=55&charge=false"),
            .traccar
        )
        let position = try #require(try report.position(at: Self.now))
        let message = try LocationMessage(decoding: position.location())
        #expect(message.fix.speed == 18.52 && message.fix.course == 90 && message.fix.accuracy == 4)
        #expect(message.battery == 55 && message.batteryStatus == 1)
        #expect(message.fix.time == Timestamp(milliseconds: 1_777_626_000_000))
    }

    @Test func `the last of a name counts, in letters of any size, and what is too long is not there`() throws {
        let long = String(repeating: "x", count: 2000)
        let fields = FieldList("LAT=1&lat=2&lon=3&\(long)=1&desc=\(long)&bad=%zz&=1&x")
        #expect(fields["lat"] == "2" && fields["lon"] == "3")
        #expect(fields["desc"] == nil && fields["bad"] == nil && fields["x"] == nil)
        #expect(try FieldReport(FieldList("deviceid=sam%2Fphone"), .traccar).device() == "sam/phone")
        #expect(FieldList("a=1&b=2").overridden(by: FieldList("b=3"))["b", "a"] == "3")
        // What is empty takes nothing away.
        #expect(FieldList("a=1&a=").overridden(by: FieldList("a="))["a"] == "1")
    }

    @Test(arguments: ["", "&", "speed=1&batt=3", "latitud=46.05&long=14.5", "lat", "<a lat=\"1\" lon=\"2\">"])
    func `what tells neither a device nor a place is refused`(text: String) {
        #expect(throws: FeedError.fields) {
            try FieldReport(FieldList(text), .traccar).report(isNamed: false, at: Self.now)
        }
    }

    @Test(arguments: [
        "id=%FF", "id=sam&ID=%C3", "device_id=%ff&device=3a", "id=\(String(repeating: "x", count: 1025))",
    ])
    func `a name that cannot be read is refused where it is needed`(text: String) throws {
        let report = FieldReport(FieldList("\(text)&lat=1&lon=2"), .traccar)
        let field = text.hasPrefix("id") ? "id" : "device_id"
        #expect(throws: FeedError.encoding(field)) { try report.report(isNamed: false, at: Self.now) }
        #expect(try report.report(isNamed: true, at: Self.now).locations.count == 1)
    }

    @Test(arguments: ["lat=&lon=", "id=", "device=3a", "location="])
    func `a field without a value is one, so that an app that knows no place yet goes on`(text: String) throws {
        #expect(try FieldReport(FieldList(text), .gpslogger).report(isNamed: true, at: Self.now).locations.isEmpty)
    }
}
