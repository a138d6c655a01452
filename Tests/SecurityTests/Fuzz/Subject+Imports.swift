import Tracking

@testable import Exchange

extension Subject {
    /// Files with positions, each format by its name.
    static let imports: [Subject] = [
        imported(
            "import-gpx",
            .gpx,
            [
                """
                <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
                <trkpt lat="46.05" lon="14.5"><ele>300</ele><time>2026-05-01T09:00:00Z</time></trkpt>
                </trkseg></trk></gpx>
                """
            ],
            [
                "<trkpt lat=\"1\" lon=\"2\">", "<time>", "</", "<!--", "<![CDATA[", "&amp;", "&x;", "<!ENTITY x \"y\">",
                "<a>",
            ]
        ),
        imported(
            "import-geojson",
            .geojson,
            [
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
                "coordinates":[14.5,46.05]},"properties":{"time":"2026-05-01T09:00:00Z","acc":5}}]}
                """
            ],
            json + ["\"features\":[", "\"coordinates\":", "\"properties\":{"]
        ),
        imported(
            "import-takeout",
            .takeout,
            [
                """
                {"locations":[{"latitudeE7":460500000,"longitudeE7":145000000,"timestampMs":"1777626000000",
                "accuracy":12,"activity":[{"a":[1]}]}]}
                """,
                """
                [{"startTime":"2026-05-01T09:00:00Z","endTime":"2026-05-01T10:00:00Z","timelinePath":[
                {"point":"geo:46.05,14.5","durationMinutesOffsetFromStartTime":"3"}]}]
                """,
            ],
            json + ["\"locations\":[", "\"latitudeE7\":", "\"timestampMs\":\"", "\"point\":\"geo:1,2\""]
        ),
        imported(
            "import-csv",
            .csv,
            ["time,lat,lon,acc\n2026-05-01T09:00:00Z,46.05,14.5,5\n2026-05-01T09:01:00Z,46.06,14.5,\n"],
            [",", "\"", "\n", "\r\n", ";", "\t", "\"\"", "time", "lat", "1e309", "\u{FEFF}"]
        ),
        imported(
            "import-rec",
            .rec,
            [
                "2026-05-01T09:00:00Z\t*                 \t"
                    + "{\"_type\":\"location\",\"lat\":46.05,\"lon\":14.5,\"tst\":1777626000}\n"
            ],
            json + ["\t", "\n", "*", "\"_type\":\"location\",", "\"tst\":"]
        ),
    ]

    private static func imported(
        _ name: String,
        _ format: ImportFormat,
        _ seeds: [String],
        _ words: [String]
    ) -> Subject {
        Subject(name, seeds: seeds, words: words) { bytes in
            let now = Timestamp(milliseconds: 1_800_000_000_000)
            let options = ImportOptions(now: now, format: format, skipsBad: bytes.count.isMultiple(of: 2))
            let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
            var run = ImportRun(file: "a file", device: device, options: options)
            _ = ImportFormat(head: bytes)
            let stream = ByteStream(bytes: bytes, name: "a file", limit: .max)
            do {
                try reader(of: format, now).read(stream) { _ = try run.fix($0) }
                try run.finish()
                return ""
            } catch let error as ImportError { return "\(error)" }
        }
    }

    private static func reader(of format: ImportFormat, _ now: Timestamp) -> any FixReader {
        switch format {
        case .gpx: GPXFixes()
        case .rec: RecFixes()
        case .takeout: TakeoutFixes(now: now)
        case .geojson: GeoJSONFixes()
        case .csv: CSVFixes()
        }
    }
}
