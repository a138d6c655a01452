import Foundation
import TestSupport
import Testing
import Tracking

@testable import Feeds

/// What a gpsd said, and what is kept of it.
struct GpsdFixesTests {
    static func source(_ receiver: String? = nil) throws -> GpsdSource {
        GpsdSource(receiver: receiver, device: DeviceID(owner: try Name("van"), device: try Name("gps")))
    }

    static let start = Timestamp(milliseconds: 1_777_636_800_000)

    /// What a gpsd 3.22 said to a client, with a receiver that had just been plugged in.
    static func session() throws -> [UInt8] {
        let file = packageRoot.appending(path: "Tests/Services/FeedsTests/Recorded/gpsd-session.txt")
        return [UInt8](try Data(contentsOf: file))
    }

    private static func tpv(_ seconds: Double, _ latitude: Double = 46.05, _ more: String = "", mode: Int = 3) -> String
    {
        let time = Timestamp(milliseconds: start.milliseconds + Int64(seconds * 1000))
        return
            #"{"class":"TPV","device":"/dev/a","mode":\#(mode),"time":"\#(time)","lat":\#(latitude),"lon":14.5,"eph":5\#(more)}"#
    }

    /// The positions of some lines, each heard when its time is, and one after the last.
    private static func kept(
        _ lines: [String], every interval: Duration = .zero, receiver: String? = nil, ahead: Int64 = 0
    ) throws -> [GpsdFixes.Outcome] {
        var fixes = GpsdFixes(try source(receiver), every: interval)
        var now = start
        var outcomes: [GpsdFixes.Outcome] = []
        for line in lines {
            guard let report = GpsdReport(line: Array(line.utf8)) else { continue }
            if case .position(let position) = report, let time = position.time { now = time }
            outcomes.append(fixes.take(report, at: now.advanced(by: .milliseconds(-ahead))))
        }
        outcomes.append(fixes.finish(at: now.advanced(by: .milliseconds(-ahead))))
        return outcomes.filter { $0 != .nothing }
    }

    private static func texts(_ outcomes: [GpsdFixes.Outcome]) -> [String] {
        outcomes.map { outcome in
            guard case .position(let position) = outcome else { return "\(outcome)" }
            return String(decoding: position.location(), as: UTF8.self)
        }
    }

    @Test(arguments: ["1e300", "-1e300", "3.5", "\"3\"", "null"])
    func `a greeting of no version that there is ends nothing`(major: String) {
        let line = #"{"class":"VERSION","release":"3.22","proto_major":\#(major)}"#
        #expect(GpsdReport(line: Array(line.utf8)) == .version(release: "3.22", protocol: 0))
    }

    @Test func `a recorded session becomes one position a second, from the third on`() throws {
        var lines = GpsdLines()
        let session = lines.add(try Self.session()).map { String(decoding: $0, as: UTF8.self) }
        #expect(session.count == 40)
        let texts = Self.texts(try Self.kept(session))
        // Eighteen moments, of which the first has no errors and two are not yet believed.
        #expect(texts.count == 16)
        #expect(
            texts.first
                == #"{"_type":"location","lat":46.0504,"lon":14.5,"tst":1777636808,"acc":12.89,"alt":298,"vac":19.84,"vel":20.002,"cog":0,"t":"p","src":"gnss"}"#
        )
        // Of 5.6 m each second not more than what is farther than the doubt.
        let thinned = Self.texts(try Self.kept(session, every: .seconds(5)))
        #expect(thinned.count == 4)
    }

    @Test func `of one moment the last report that has errors counts`() throws {
        let partial = Self.tpv(2, 46.06, mode: 2).replacing(#","eph":5"#, with: "")
        let lines = [
            Self.tpv(0), Self.tpv(1), #"{"class":"TPV","mode":3,"lat":46.9,"lon":14.5}"#, partial,
            Self.tpv(2, 46.07, #","altHAE":344,"altMSL":298"#), partial, #"{"class":"TPV","mode":3,"time":"x""#,
        ]
        let texts = Self.texts(try Self.kept(lines))
        #expect(
            texts
                == [
                    #"{"_type":"location","lat":46.07,"lon":14.5,"tst":1777636802,"acc":5,"alt":298,"t":"p","src":"gnss"}"#
                ]
        )
    }

    @Test func `what gpsd estimates with 95 per cent is told with 68, what a receiver tells stays`() throws {
        func radius(_ error: String, _ sky: String = #"{"class":"SKY","hdop":1.1,"vdop":1.7}"#) throws -> String {
            let lines = [Self.tpv(0), Self.tpv(1), sky, Self.tpv(2, 46.07).replacing(#""eph":5"#, with: error)]
            let text = try #require(Self.texts(try Self.kept(lines)).last)
            return text.firstMatch(of: /"acc":([0-9.]+)/).map { String($0.1) } ?? "none"
        }
        #expect(try radius(#""eph":20.9"#) == "12.89")
        #expect(try radius(#""eph":5.225"#) == "3.22")
        #expect(try radius(#""eph":2.5"#) == "2.5")
        #expect(try radius(#""eph":20.9"#, "{}") == "20.9")
        #expect(try radius(#""epx":3,"epy":4"#) == "3.08")
        #expect(try radius(#""epx":3"#) == "none")
    }

    @Test(
        arguments: [
            // Without the leap seconds, after a rollover, and of tomorrow.
            (18_000, false), (-1024 * 7 * 86_400_000, false), (86_400_000, false), (-90_000_000, false), (9000, true),
            (-3_600_000, true),
        ] as [(Int64, Bool)])
    func `a time that cannot be is not stored`(ahead: Int64, isKept: Bool) throws {
        let outcomes = try Self.kept((0..<4).map { Self.tpv(Double($0)) }, ahead: ahead)
        #expect(outcomes.count == 2)
        for case .position in outcomes where !isKept { Issue.record("kept") }
        for case .wrongTime in outcomes where isKept { Issue.record("not kept") }
    }

    @Test func `a receiver is believed anew after it has lost its fix or has gone`() throws {
        let lost = #"{"class":"TPV","device":"/dev/a","mode":1}"#
        let gone = #"{"class":"DEVICE","path":"/dev/a","activated":0}"#
        let before = (0..<4).map { Self.tpv(Double($0)) }
        let after = (10..<14).map { Self.tpv(Double($0)) }
        #expect(try Self.kept(before + after).count == 6)
        #expect(try Self.kept(before + [lost] + after).count == 4)
        #expect(try Self.kept(before + [gone] + after).count == 4)
    }

    @Test func `of several receivers one can be chosen`() throws {
        let lines =
            (0..<4).map { Self.tpv(Double($0)) }
            + (4..<8).map { Self.tpv(Double($0)).replacing("/dev/a", with: "/dev/b") }
        #expect(try Self.kept(lines).count == 6)
        #expect(try Self.kept(lines, receiver: "/dev/b").count == 2)
        #expect(try Self.kept(lines, receiver: "/dev/c").isEmpty)
    }

    @Test func `who stands still is told of once a minute, who moves at each interval`() throws {
        let still = (0..<200).map { Self.tpv(Double($0), 46.05 + Double($0 % 2) * 0.00002) }
        #expect(try Self.kept(still, every: .seconds(10)).count == 4)
        let moving = (0..<200).map { Self.tpv(Double($0), 46.05 + Double($0) * 0.0001) }
        #expect(try Self.kept(moving, every: .seconds(10)).count == 20)
        #expect(try Self.kept(still).count == 198)
    }

    @Test func `lines are cut wherever they come in pieces, and one without an end is passed over`() throws {
        let session = try Self.session()
        var whole = GpsdLines()
        let expected = whole.add(session)
        for size in [1, 7, 1000] {
            var lines = GpsdLines()
            var found: [[UInt8]] = []
            for start in stride(from: 0, to: session.count, by: size) {
                found += lines.add(session[start..<min(start + size, session.count)])
            }
            #expect(found == expected)
        }
        var lines = GpsdLines()
        #expect(lines.add(Array(repeating: 0x41, count: 70_000)).isEmpty)
        #expect(lines.add(Array("\r\n\nshort\n".utf8)) == [Array("short".utf8)])
    }

    @Test(
        arguments: [
            ("van/gps", "127.0.0.1", 2947, nil), ("pi=van/gps", "pi", 2947, nil), ("pi:2948=van/gps", "pi", 2948, nil),
            ("gpsd://pi=van/gps", "pi", 2947, nil), ("gpsd://pi:1/dev/ttyACM0=van/gps", "pi", 1, "/dev/ttyACM0"),
            ("pi/dev/ttyACM0=van/gps", "pi", 2947, "/dev/ttyACM0"), ("[::1]:2948=van/gps", "::1", 2948, nil),
            ("gpsd://::1=van/gps", "::1", 2947, nil), ("gpsd://[::1]=van/gps", "::1", 2947, nil),
        ] as [(String, String, Int, String?)])
    func `a gpsd is written with its address`(text: String, host: String, port: Int, receiver: String?) throws {
        var source = try Self.source(receiver)
        (source.host, source.port) = (host, port)
        #expect(GpsdSource(written: text) == source)
    }

    @Test(arguments: [
        "", "van", "van/gps/x", "pi=van", "=van/gps", "pi:0=van/gps", "pi:99999=van/gps", "[::1=van/gps", "a b=van/gps",
        "gpsd://=van/gps", "pi=van/g ps",
    ])
    func `what names no gpsd is refused`(text: String) { #expect(GpsdSource(written: text) == nil) }
}
