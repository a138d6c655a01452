import Exchange
import Store
import Synchronization
import Testing
import Tracking

struct TextImportTests {
    @Test func `reading a long file ends with its task`() async throws {
        let lines = "lat,lon,time\n" + String(repeating: "46.05,14.5,2026-05-01T09:00:00Z\n", count: 20_000)
        let file = ImportSource(bytes: Array(lines.utf8), name: "walk.csv")
        let device = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        let reading = Task {
            while !Task.isCancelled { await Task.yield() }
            return try Importer(options: ImportOptions(now: presentMoment)).check([file], of: device)
        }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `who waits is told how many bytes of all files have been read`() throws {
        let lines = "lat,lon,time\n" + String(repeating: "46.05,14.5,2026-05-01T09:00:00Z\n", count: 20_000)
        let files = ["one.csv", "two.csv"].map { ImportSource(bytes: Array(lines.utf8), name: $0) }
        let told = Mutex<[Int]>([])
        var importer = Importer(options: ImportOptions(now: presentMoment))
        importer.progress = { bytes in told.withLock { $0.append(bytes) } }
        let device = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        #expect(try importer.check(files, of: device).stored == 40_000)
        let steps = told.withLock { $0 }
        #expect(steps.count > 4 && steps == steps.sorted())
        #expect(steps.contains(lines.utf8.count) && steps.last == 2 * lines.utf8.count)
    }

    private static let location =
        #"{"_type":"location","lat":46.05,"lon":14.5,"tst":1777626000,"acc":12,"batt":80,"boot":3,"seq":7,"poi":"x"}"#

    @Test
    func `a Recorder's line is read with all its message says`() throws {
        let store = try Store.inMemory()
        try store.take("2026-05-01T09:00:03Z\t*                 \t\(Self.location)\n")
        let fix = try #require(try store.everything().first)
        #expect(fix.fix.time == Timestamp("2026-05-01T09:00:00Z"))
        #expect(fix.received == Timestamp("2026-05-01T09:00:03Z"))
        #expect((fix.fix.accuracy, fix.battery, fix.mark) == (12, 80, nil))
        #expect(fix.extra.map { String(decoding: $0, as: UTF8.self) } == #"{"poi":"x"}"#)
    }

    @Test
    func `farewells and transitions among a Recorder's lines are passed over`() throws {
        let store = try Store.inMemory()
        let report = try store.take(
            """
            2026-05-01T09:00:03Z\tlwt               \t{"_type":"lwt","tst":1}

            2026-05-01T09:00:03Z\t*                 \t{"_type":"transition","tst":1}
            2026-05-01T09:00:03Z\t*                 \t\(Self.location)
            """
        )
        #expect((report.stored, report.passedOver) == (1, 2))
    }

    @Test(arguments: [
        (
            "2026-05-01T09:00:03Z\t*\t{\"_type\":\"location\",\"lat\":95}",
            "lat: a number from -90 to 90 is expected, found 95"
        ),
        ("2026-05-01T09:00:03Z\t*\t{}", "_type: \"location\" is expected, found nothing"),
        ("yesterday\t*\t{}", "a time, '*' and a message with tabs between are expected"),
    ])
    func `a bad line of a Recorder is named`(line: String, message: String) throws {
        let text = "2026-05-01T09:00:03Z\t*\t\(Self.location)\n\(line)\n"
        #expect(try refusal(text) == "a.file:2: position 2: \(message)")
    }

    @Test
    func `columns are found by their names, in any order`() throws {
        let store = try Store.inMemory()
        let report = try store.take(
            "\u{FEFF}lon,lat,tst,comment,batt\r\n14.5,46.05,1777626000,\"a, \"\"b\"\"\",80\r\n14.6,46.06,1777626001.5,,\r\n"
        )
        #expect(report.stored == 2)
        let fixes = try store.everything()
        #expect(fixes.map(\.fix.coordinate.longitude) == [14.5, 14.6])
        #expect(fixes[1].fix.time == Timestamp("2026-05-01T09:00:01.500Z"))
        #expect(fixes.map(\.battery) == [80, nil])
    }

    @Test(arguments: [
        "time;lat;lon;acc;note\n2026-05-01T09:00:00Z;46.05;14.5;7.5;\"a; b\"\n2026-05-01T09:00:01Z;-46.06;14.6;;",
        "time;lat;lon;acc;note\n2026-05-01T09:00:00Z;46,05;14,5;7,5;a, b\n2026-05-01T09:00:01Z;-46,06;14,6;;",
        "time\tlat\tlon\tacc\tnote\n2026-05-01T09:00:00Z\t46.05\t14,5\t7.5\t\n2026-05-01T09:00:01Z\t-46.06\t14.6\t\t",
    ])
    func `columns are separated by semicolons or tabs, too, and commas stand before decimals then`(text: String) throws
    {
        let store = try Store.inMemory()
        #expect(try store.take(text).stored == 2)
        let fixes = try store.everything()
        #expect(fixes.map(\.fix.coordinate.latitude) == [46.05, -46.06])
        #expect(fixes.map(\.fix.coordinate.longitude) == [14.5, 14.6])
        #expect(fixes.map(\.fix.accuracy) == [7.5, nil])
    }

    @Test(arguments: ["5\" disc", "\"5\"\" disc\"", " \"5\"\" disc\"", "\"\"", "\"a, \"\"b\"\"\"", ""])
    func `a quote within a field is a quote`(note: String) throws {
        let store = try Store.inMemory()
        #expect(try store.take("note,lat,lon,time\n\(note),46.05,14.5,2026-05-01T09:00:00Z").stored == 1)
    }

    @Test
    func `what has an open quote is skipped where that is wished, and what follows is read`() throws {
        let store = try Store.inMemory()
        let lines = ["46,14,2026-05-01T09:00:00Z,\"open", "46,14,2026-05-01T09:00:01Z,", "closed\",46,14,x"]
        let report = try store.take("lat,lon,time,note\n" + lines.joined(separator: "\n")) { $0.skipsBad = true }
        #expect((report.stored, report.skipped) == (1, 2))
    }

    @Test(arguments: [
        ("isotst,tst_ms,lat,lon\n2026-05-01T09:00:01Z,1777626001250,46,14", 1_777_626_001_250),
        ("lat,lon,tst,tst_ms\n46,14,1777626001,1777626001250", 1_777_626_001_250),
        ("lat,lon,tst,tst_ms\n46,14,1777626001,", 1_777_626_001_000),
        ("lat,lon,tst,tst_ms\n46,14,1777626001,1777626002250", 1_777_626_001_000),
        ("lat,lon,time,tst_ms\n46,14,2026-05-01T09:00:01.125Z,5", 1_777_626_001_125),
        (
            #"{"type":"FeatureCollection","features":[\#(pointHead)"tst":1777626001,"tst_ms":1777626001250}}]}"#,
            1_777_626_001_250
        ),
        (#"{"type":"FeatureCollection","features":[\#(pointHead)"tst":1777626001,"tst_ms":1.5}}]}"#, 1_777_626_001_000),
    ])
    func `milliseconds are taken where they lie within the second that is told`(text: String, time: Int) throws {
        let store = try Store.inMemory()
        try store.take(text)
        let times = try store.everything().map { Int($0.fix.time.milliseconds) }
        #expect(times == [time])
    }

    private static let pointHead =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[14,46]},"properties":{"#

    @Test(arguments: [
        (
            "lat,lon,time\n46,14,soon",
            "a.file:2: position 1: a time such as 2026-05-01T09:00:00Z is expected, 'soon' stands there"
        ),
        ("lat,lon,time\n46,14", "a.file:2: position 1: 3 fields are expected, as the header has, 2 stand there"),
        (
            "lat,lon,time\nx,14,2026-05-01T09:00:00Z",
            "a.file:2: position 1: lat: a number is expected, 'x' stands there"
        ),
        (
            "lat,lon,time,note\n46,14,2026-05-01T09:00:00Z,\"open\n46,14,2026-05-01T09:00:01Z,",
            "a.file:2: position 1: the quote that opens in field 4 is not closed on its line, as is expected"
        ),
        (
            "lat;lon;time\n1.234,5;14;2026-05-01T09:00:00Z",
            "a.file:2: position 1: lat: a number is expected, '1.234,5' stands there"
        ),
        ("lat,lon,time\n,14,2026-05-01T09:00:00Z", "a.file:2: position 1: a latitude and a longitude are expected"),
        ("lat,lon\n46,14", "a.file: this is none of the files that can be read: gpx, rec, takeout, geojson, csv"),
        ("", "a.file: this is none of the files that can be read: gpx, rec, takeout, geojson, csv"),
        ("lat,lon,time\n", "a.file: there is no position in it"),
    ])
    func `a bad table is named`(text: String, sentence: String) throws {
        #expect(try refusal(text) == sentence)
    }

    @Test
    func `a line without an end, and a file that is too large, are refused`() throws {
        let endless = "lat,lon,time\n" + String(repeating: "1", count: 200_000)
        #expect(try refusal(endless) == "a.file:2: a line of at most 131072 bytes is expected")
        #expect(
            try refusal("lat,lon,time\n46,14,2026-05-01T09:00:00Z") { $0.byteLimit = 20 }
                == "a.file: at most 20 bytes are expected"
        )
    }

    @Test
    func `a format that is told is believed`() throws {
        #expect(
            try refusal("lat,lon,time\n46,14,2026-05-01T09:00:00Z") { $0.format = .gpx }.contains("no well-formed XML")
        )
    }
}
