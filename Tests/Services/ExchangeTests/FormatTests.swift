import Exchange
import Messages
import Store
import TestSupport
import Testing
import Tracking

struct FormatTests {
    private func fixes() throws -> [StoredFix] {
        let keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        let start = try #require(Timestamp("2026-05-01T09:00:00Z"))
        return try [(0, 46.0569, 14.5058), (1, 46.057, 14.5059), (3600, 46.06, 14.51)].enumerated().map {
            index,
            point in
            let time = start.advanced(by: .seconds(point.0))
            let fix = Fix(
                coordinate: try Coordinate(latitude: point.1, longitude: point.2),
                time: time,
                accuracy: 4.5,
                altitude: index == 0 ? 300 : nil,
                speed: index == 2 ? nil : 5,
                course: index == 1 ? 271.5 : nil
            )
            return StoredFix(
                device: keys,
                fix: fix,
                mark: FixMark(boot: 2, sequence: UInt32(index + 1)),
                mode: .cellular,
                source: .gnss,
                trigger: "p",
                battery: 87,
                received: time.advanced(by: .milliseconds(250)),
                extra: index == 0 ? Array(#"{"tag":"<&>"}"#.utf8) : nil
            )
        }
    }

    @Test
    func `GPX has elevation before time, extensions behind it, and a new segment after a silence`() throws {
        let text = TrackFormat.gpx.text(of: try fixes(), title: "Sam's <keys> & \"bag\"")
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Tagalong" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:tagalong="urn:tagalong:gpx:1">
                <trk><name>Sam's &lt;keys&gt; &amp; &quot;bag&quot;</name><trkseg>
                <trkpt lat="46.0569" lon="14.5058"><ele>300.0</ele><time>2026-05-01T09:00:00.000Z</time><extensions>\
                <gpxtpx:TrackPointExtension><gpxtpx:speed>1.3889</gpxtpx:speed></gpxtpx:TrackPointExtension>\
                <tagalong:accuracy>4.5</tagalong:accuracy></extensions></trkpt>
                <trkpt lat="46.057" lon="14.5059"><time>2026-05-01T09:00:01.000Z</time><extensions>\
                <gpxtpx:TrackPointExtension><gpxtpx:speed>1.3889</gpxtpx:speed><gpxtpx:course>271.5</gpxtpx:course>\
                </gpxtpx:TrackPointExtension><tagalong:accuracy>4.5</tagalong:accuracy></extensions></trkpt>
                </trkseg><trkseg>
                <trkpt lat="46.06" lon="14.51"><time>2026-05-01T10:00:00.000Z</time><extensions>\
                <tagalong:accuracy>4.5</tagalong:accuracy></extensions></trkpt>
                </trkseg></trk>
                </gpx>

                """
        )
    }

    @Test
    func `GPX of a fix of which nothing else is known has no extensions`() throws {
        var fix = try fixes()[1]
        fix.fix = Fix(coordinate: fix.fix.coordinate, time: fix.fix.time)
        #expect(!TrackFormat.gpx.text(of: [fix], title: "Keys").contains("extensions"))
    }

    @Test(arguments: [TrackFormat.gpx, .linestring])
    func `plain, as the Recorder's clients have it, there is nothing besides`(format: TrackFormat) throws {
        var writer = format.writer(for: "Keys", isPlain: true)
        let text = writer.start() + (try fixes().map { writer.add($0) }.joined()) + writer.end()
        for beside in ["extensions", "xmlns:", "</trkseg><trkseg>", "FeatureCollection"] {
            #expect(!text.contains(beside))
        }
    }

    @Test
    func `GeoJSON is a collection of points with what is known of each`() throws {
        let text = TrackFormat.geojson.text(of: try fixes().prefix(1), title: "Keys")
        #expect(
            text == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[14.5058,46.0569,300.0]},"properties":\
                {"time":"2026-05-01T09:00:00.000Z","acc":4.5,"vel":5.0,"batt":87,"mode":"cellular","src":"gnss"}}
                ]}

                """
        )
    }

    @Test(arguments: [
        (0, #"{"type":"Feature","properties":{},"geometry":null}"#),
        (
            1,
            #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[14.5058,46.0569,300.0],"#
                + #"[14.5058,46.0569,300.0]]}}"#
        ),
        (
            2,
            #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[14.5058,46.0569,300.0],"#
                + #"[14.5059,46.057]]}}"#
        ),
    ])
    func `a line has two positions at least, or none`(count: Int, expected: String) throws {
        let whole = "{\"type\":\"FeatureCollection\",\"features\":[\n\(expected)\n]}\n"
        #expect(TrackFormat.linestring.text(of: try fixes().prefix(count), title: "Keys") == whole)
    }

    @Test
    func `in KML every moment has its place`() throws {
        let text = TrackFormat.kml.text(of: try fixes(), title: "Keys")
        #expect(text.contains("<when>2026-05-01T09:00:00.000Z</when><gx:coord>14.5058 46.0569 300.0</gx:coord>\n"))
        #expect(text.split(separator: "<when>").count == 4)
        #expect(text.hasSuffix("</gx:Track></Placemark></Document>\n</kml>\n"))
    }

    @Test
    func `CSV has a column for each value, empty where it is not known`() throws {
        let lines = TrackFormat.csv.text(of: try fixes(), title: "Keys").split(separator: "\r\n")
        #expect(lines[0] == "time,lat,lon,alt,acc,vac,vel,cog,batt,mode,src,boot,seq,gw,received")
        #expect(
            lines[2] == """
                2026-05-01T09:00:01.000Z,46.057,14.5059,,4.5,,5.0,271.5,87,cellular,gnss,2,2,,2026-05-01T09:00:01.250Z
                """
        )
    }

    @Test
    func `the Recorder's lines hold the message as it came, unknown keys too`() throws {
        let lines = TrackFormat.rec.text(of: try fixes(), title: "Keys").split(separator: "\n")
        let fields = lines[0].split(separator: "\t")
        #expect(fields[0] == "2026-05-01T09:00:00Z")
        #expect(fields[1] == "*                 ")
        let location = try LocationMessage(decoding: Array(fields[2].utf8))
        #expect(location.fix == (try fixes()[0].fix))
        #expect(location.extra.map(\.name) == ["tag"])
    }

    @Test(arguments: [
        ("a.gpx", TrackFormat.gpx), ("b.GeoJSON", .geojson), ("c.json", .geojson), ("d.kml", .kml), ("e.x.csv", .csv),
        ("2026-05.rec", .rec), ("gpx", nil), ("a.txt", nil),
    ])
    func `a file's name tells its format`(name: String, format: TrackFormat?) {
        #expect(TrackFormat(fileName: name) == format)
    }
}
