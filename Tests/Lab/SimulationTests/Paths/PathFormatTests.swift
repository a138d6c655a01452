import Foundation
import Paths
import Testing
import Tracking

/// A point as the golden samples below have it.
private func point(_ latitude: Double, _ longitude: Double, _ altitude: Double?, _ time: String?) throws -> PathPoint {
    PathPoint(
        coordinate: try Coordinate(latitude: latitude, longitude: longitude),
        altitude: altitude,
        time: time.flatMap { Timestamp($0) }
    )
}

/// The points of a text in a file of a name.
func points(_ text: String, file: String = "walk") throws -> [PathPoint] {
    try Path(bytes: Array(text.utf8), file: file).points
}

struct PathFormatTests {
    @Test func `GPX tracks and segments are joined, and waypoints and routes left aside`() throws {
        let text = """
            <?xml version="1.0"?>
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
              <metadata><time>2001-01-01T00:00:00Z</time></metadata>
              <wpt lat="1" lon="2"><time>2030-01-01T00:00:00Z</time></wpt>
              <rte><rtept lat="3" lon="4"/></rte>
              <trk><name>a</name><trkseg>
                <trkpt lat="46.0569" lon="14.5058"><ele>298.5</ele><time>2026-05-01T09:00:00Z</time></trkpt>
              </trkseg><trkseg>
                <trkpt lon=" 14.50590 " lat="+46.05700e0"><time>2026-05-01T11:00:01.25+02:00</time>
                  <extensions><time>nonsense</time><ele>nonsense</ele></extensions></trkpt>
              </trkseg></trk>
              <trk><trkseg/><trkseg><trkpt lat="-46.0571" lon="-14.506"><ele/></trkpt></trkseg></trk>
            </gpx>
            """
        let expected = [
            try point(46.0569, 14.5058, 298.5, "2026-05-01T09:00:00Z"),
            try point(46.057, 14.5059, nil, "2026-05-01T09:00:01.250Z"),
            try point(-46.0571, -14.506, nil, nil),
        ]
        #expect(try points(text) == expected)
    }

    @Test(arguments: [
        "<gpx><wpt lat='9' lon='9'/><rte><rtept lat='1' lon='2'/></rte></gpx>",
        "<gpx><wpt lat='1' lon='2'/><trk><trkseg/></trk></gpx>",
        "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='1' lon='2'/></g:gpx>",
        "\u{FEFF}<?xml version='1.0' encoding='utf-8'?>\n<gpx><wpt lat='1' lon='2'><name>žig</name></wpt></gpx>",
    ])
    func `GPX without tracks gives its route, or else its waypoints`(text: String) throws {
        #expect(try points(text) == [point(1, 2, nil, nil)])
    }

    @Test func `each time of a GPX track is read as by itself, of the same day as the one before or of another`() throws
    {
        // Years, months and days that differ in one digit only, leap days, fractions and offsets between plain times.
        let times = [
            "2026-05-01T23:59:59Z", "2026-05-01T23:59:60Z", "2026-05-02T00:00:00Z", "2026-05-02T00:00:01.5Z",
            "2026-05-02T02:00:02+02:00", "2026-05-02T00:00:03Z", "2026-05-12T00:00:03Z", "2026-06-12T00:00:03Z",
            "2027-06-12T00:00:03Z", "2028-02-28T09:00:00Z", "2028-02-29T09:00:00Z", "2028-02-29T09:00:01Z",
            "2028-03-01T09:00:00Z", " 2028-03-01T09:00:01Z ", "2028-03-01T09:00:02Z",
        ]
        let text = times.map { "<trkpt lat='1' lon='2'><time>\($0)</time></trkpt>" }.joined()
        let found = try points("<gpx><trk><trkseg>\(text)</trkseg></trk></gpx>").map(\.time)
        #expect(found == times.map { Timestamp($0.trimmingCharacters(in: .whitespaces)) })
        #expect(!found.contains(nil))
    }

    @Test(arguments: ["24:00:00", "23:60:00", "23:59:61", "2x:59:00", "23-59-00"])
    func `a wrong time of the day is refused on the day of the point before, too`(time: String) {
        let text = ["09:00:00", time].map { "<trkpt lat='1' lon='2'><time>2026-05-01T\($0)Z</time></trkpt>" }.joined()
        #expect(throws: PathError.self) { try points("<gpx><trk><trkseg>\(text)</trkseg></trk></gpx>") }
    }

    @Test func `GPX is read in Latin-1 and UTF-16 too`() throws {
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><gpx><!-- ".utf8) + [0xE9]
            + Array(" --><wpt lat='1' lon='2'/></gpx>".utf8)
        #expect(try Path(bytes: latin, file: "a.gpx").points == [point(1, 2, nil, nil)])
        let wide = "\u{FEFF}<gpx><wpt lat='1' lon='2'/></gpx>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try Path(bytes: wide, file: "a").points == [point(1, 2, nil, nil)])
    }

    @Test func `NMEA sentences of one moment make one point`() throws {
        // The two sentences are the examples of many a receiver's manual; then two seconds over midnight.
        let text = """
            $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r
            $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r
            $GPGSV,1,1,00*79\r
            $GNRMC,235959.50,A,4807.0380,S,01131.0000,W,,,230394,,
            $GNGGA,000000.50,4807.0380,S,01131.0000,W,2,08,0.9,10,M,,M,,
            $GNRMC,000001.00,V,,,,,,,240394,,,N
            """
        let (north, east) = (48 + 7.038 / 60, 11 + 31.0 / 60)
        let points = try points(text)
        #expect(points.map(\.altitude) == [545.4, nil, 10])
        #expect(
            points.map(\.time)
                == ["1994-03-23T12:35:19Z", "1994-03-23T23:59:59.5Z", "1994-03-24T00:00:00.5Z"].map { Timestamp($0) }
        )
        let flat = points.flatMap { [$0.coordinate.latitude, $0.coordinate.longitude] }
        for (value, expected) in zip(flat, [north, east, -north, -east, -north, -east]) {
            #expect((value - expected).magnitude < 1e-9)
        }
    }

    private static let rmc = "A,4807,N,01131,E,0,0"
    private static let gga = "4807,N,01131,E,1,08,0.9,545.4,M,46.9,M,,"

    @Test(arguments: [
        ("$GPRMC,090000.00,\(rmc),010526,,\n$GPGGA,090000.30,\(gga)", "2026-05-01T09:00:00Z"),
        ("$GPGGA,090000.30,\(gga)\n$GPRMC,090000.00,\(rmc),010526,,", "2026-05-01T09:00:00.3Z"),
        ("$GPRMC,235959.90,\(rmc),300426,,\n$GPGGA,000000.20,\(gga)", "2026-04-30T23:59:59.9Z"),
        ("$GPGGA,235959.90,\(gga)\n$GPRMC,000000.20,\(rmc),010526,,", "2026-04-30T23:59:59.9Z"),
        ("$GPGGA,000000.10,\(gga)\n$GPRMC,235959.90,\(rmc),300426,,", "2026-05-01T00:00:00.1Z"),
    ])
    func `NMEA sentences of one moment may be stamped a little apart`(text: String, time: String) throws {
        let points = try points(text)
        #expect(points.map(\.time) == [Timestamp(time)])
        #expect(points.map(\.altitude) == [545.4])
    }

    @Test func `a long recording of such moments is a point a second`() throws {
        let lines = (0..<60).flatMap { second in
            let stamp = "0900\(second < 10 ? "0" : "")\(second)"
            return ["$GPRMC,\(stamp).00,\(Self.rmc),010526,,", "$GPGGA,\(stamp).30,\(Self.gga)"]
        }
        let points = try points(lines.joined(separator: "\n"))
        #expect(points.count == 60)
        #expect(points.allSatisfy { $0.altitude == 545.4 && $0.time.map { $0.milliseconds % 1000 } == 0 })
    }

    @Test(arguments: [
        // Ten a second, each of them in both kinds; five in each kind, in turns; one a second, half a second apart.
        (["RMC .0", "GGA .0", "RMC .1", "GGA .1", "RMC .2", "GGA .2"], 3),
        (["RMC .0", "GGA .1", "RMC .2", "GGA .3", "RMC .4", "GGA .5"], 6),
        (["RMC .0", "GGA .5"], 2),
    ])
    func `what a fast receiver tells of two moments stays apart`(sentences: [String], count: Int) throws {
        let lines = sentences.map { sentence in
            let stamp = "090000\(sentence.suffix(2))"
            let isDated = sentence.hasPrefix("RMC")
            return isDated ? "$GPRMC,\(stamp),\(Self.rmc),010526,," : "$GPGGA,\(stamp),\(Self.gga)"
        }
        #expect(try points(lines.joined(separator: "\n")).count == count)
    }

    @Test func `NMEA before its first date and without one counts days from the first midnight`() throws {
        let gga = "N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
        let before = "$GPGGA,235958,4807,\(gga)\n$GPRMC,000001,A,4807,N,01131,E,0,0,240394,,"
        #expect(
            try points(before).map(\.time) == [Timestamp("1994-03-23T23:59:58Z"), Timestamp("1994-03-24T00:00:01Z")]
        )
        let never = "$GPGGA,235958,4807,\(gga)\n$GPGGA,000001,4807,\(gga)"
        #expect(try points(never).map(\.time?.milliseconds) == [86_398_000, 86_401_000])
    }

    @Test(arguments: [
        #"{"type": "LineString", "coordinates": [[14.5, 46, 300], [14.6, 46.1]]}"#,
        #"{"type": "Feature", "properties": null, "geometry": {"type": "LineString", "coordinates": [[14.5, 46, 300], [14.6, 46.1]]}}"#,
        #"""
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}},
          {"type": "Feature", "geometry": {"type": "MultiLineString", "coordinates": [[[14.5, 46.0, 3e2]], [[14.6, 46.1]]]}}]}
        """#,
        #"{"type": "GeometryCollection", "geometries": [{"type": "LineString", "coordinates": [[14.5, 46, 300], [14.6, 46.1]]}]}"#,
    ])
    func `GeoJSON gives its first line`(text: String) throws {
        #expect(try points(text) == [point(46, 14.5, 300, nil), point(46.1, 14.6, nil, nil)])
    }

    @Test(arguments: ["coordTimes", "times"])
    func `GeoJSON times stand in a property`(key: String) throws {
        let text = """
            {"type": "Feature", "properties": {"\(key)": ["2026-05-01T09:00:00Z", null]}, "geometry":
              {"type": "LineString", "coordinates": [[14.5, 46], [14.6, 46.1]]}}
            """
        #expect(try points(text) == [point(46, 14.5, nil, "2026-05-01T09:00:00Z"), point(46.1, 14.6, nil, nil)])
    }

    @Test(arguments: [
        "time,lat,lon,alt\n2026-05-01T09:00:00Z,46,14.5,300\n2026-05-01T09:00:05Z,46.1,14.6,\n",
        "2026-05-01T09:00:00Z,46,14.5,300\r\n\r\n2026-05-01T09:00:05Z,46.1,14.6",
        "\u{FEFF}# a walk\nLongitude,speed,Latitude,Elevation,Timestamp\n14.5,1,46,300,1777626000\n14.6,1,46.1,,\"1777626005.0\"",
    ])
    func `CSV columns go by their names, or stand in the usual order`(text: String) throws {
        let expected = [
            try point(46, 14.5, 300, "2026-05-01T09:00:00Z"), try point(46.1, 14.6, nil, "2026-05-01T09:00:05Z"),
        ]
        #expect(try points(text) == expected)
    }

    @Test(arguments: [
        ("46.0569", 46.0569), ("-0.000091697", -0.000091697), ("5e-6", 5e-6), ("1E2", 100), (".5", 0.5), ("7.", 7),
        ("0.1000000000000000055511151231257827", 0.1), ("12345678901234567890123e-20", 123.45678901234568),
        ("18446744073709551616e-18", 18.446744073709552), ("000000000000000000000001.5", 1.5), ("1e-400", 0),
    ])
    func `a number is the nearest double`(text: String, value: Double) throws {
        #expect(try points("t,lat,lon,alt\n,1,2,\(text)", file: "a.csv").first?.altitude == value)
    }
}
