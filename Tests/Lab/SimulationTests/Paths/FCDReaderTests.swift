import Paths
import Testing
import Tracking

@Suite struct FCDReaderTests {
    private func read(
        _ text: String, origin: Coordinate? = nil, piece: Int = .max
    ) throws(PathError) -> [FCDStep] {
        var reader = try FCDReader(file: "town.xml", origin: origin)
        var steps: [FCDStep] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            steps += try reader.feed(rest.prefix(piece), isLast: false)
            rest = rest.dropFirst(piece)
        }
        return try steps + reader.feed([], isLast: true)
    }

    private static let geographic = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- generated on 2026-05-01 by Eclipse SUMO sumo -->
        <fcd-export xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <timestep time="0.00">
                <vehicle id="a" x="14.505800" y="46.056900" angle="90.00" type="car" speed="13.89" pos="5.1" lane="e_0"/>
            </timestep>
            <timestep time="1.00">
                <vehicle id="a" x="14.506000" y="46.056900" angle="-10.00" speed="-1.00"/>
                <person id="a" x="14.505000" y="46.056000" angle="0.00" speed="1.20" edge="e"/>
            </timestep>
            <timestep time="2.00"/>
        </fcd-export>
        """

    @Test(arguments: [1, 7, 64, Int.max])
    func `steps are read, whatever the pieces`(piece: Int) throws {
        let steps = try read(Self.geographic, piece: piece)
        #expect(steps.map(\.time) == [0, 1, 2])
        #expect(steps.map { $0.vehicles.map(\.id) } == [["a"], ["a", "person/a"], []])
        let first = try #require(steps[0].vehicles.first)
        #expect(first.coordinate == (try Coordinate(latitude: 46.0569, longitude: 14.5058)))
        #expect(first.speed == 13.89 && first.course == 90)
        let second = try #require(steps[1].vehicles.first)
        #expect(second.speed == nil && second.course == 350)
    }

    @Test func `a step is told of as soon as it is complete`() throws {
        var reader = try FCDReader(file: "town.xml", origin: nil)
        let head = Array("<fcd-export><timestep time=\"3\"><vehicle id=\"a\" x=\"1\" y=\"2\"/>".utf8)
        #expect(try reader.feed(head[...], isLast: false) == [])
        #expect(try reader.feed(Array("</timestep><timestep".utf8)[...], isLast: false).map(\.time) == [3])
    }

    @Test func `metres are counted from the origin`() throws {
        let origin = try Coordinate(latitude: 46, longitude: 14)
        let text = #"<fcd-export><timestep time="0"><vehicle id="a" x="300" y="400"/></timestep></fcd-export>"#
        let place = try #require(try read(text, origin: origin).first?.vehicles.first?.coordinate)
        #expect(abs(origin.distance(to: place) - 500) < 0.01)
        #expect(place.latitude > 46 && place.longitude > 14)
    }

    @Test func `longitude and latitude by name come before x and y`() throws {
        let text =
            #"<fcd-export><timestep time="0"><vehicle id="a" x="9e3" y="9e3" lon="14" lat="46"/></timestep></fcd-export>"#
        #expect(try read(text).first?.vehicles.first?.coordinate == (try Coordinate(latitude: 46, longitude: 14)))
    }

    @Test(arguments: [("90", 90.0), ("0:01:30", 90), ("1:00:00:01.50", 86_401.5)])
    func `times may be written for people`(text: String, seconds: Double) throws {
        #expect(try read("<fcd-export><timestep time=\"\(text)\"/></fcd-export>").map(\.time) == [seconds])
    }

    @Test(arguments: [
        ("<gpx/>", 1, "its outermost element is 'gpx'"),
        ("<fcd-export>\n<timestep/></fcd-export>", 2, "the timestep has no time"),
        ("<fcd-export>\n<timestep time=\"soon\"/></fcd-export>", 2, "time 'soon' is no number"),
        ("<fcd-export>\n<timestep time=\"2\"/>\n<timestep time=\"2\"/></fcd-export>", 3, "the times run backwards"),
        ("<fcd-export>\n<timestep time=\"1e16\"/></fcd-export>", 2, "the time 1e+16 s is more than 100000000000 s"),
        ("<fcd-export>\n<timestep time=\"-1e18\"/></fcd-export>", 2, "the time -1e+18 s is more than"),
        ("<fcd-export>\n<timestep time=\"0:1e308:0:0\"/></fcd-export>", 2, "the time inf s is more than"),
        ("<fcd-export><timestep time=\"2\">\n\n<vehicle x=\"1\" y=\"1\"/>", 3, "the vehicle has no id"),
        ("<fcd-export><timestep time=\"2\">\n<vehicle id=\"a\" x=\"1\"/>", 2, "vehicle 'a' has no x or no y"),
        ("<fcd-export><timestep time=\"2\">\n<vehicle id=\"a\" x=\"1\" y=\"z\"/>", 2, "y 'z' is no number"),
        ("<fcd-export><timestep time=\"2\">\n<vehicle id=\"a\" x=\"512\" y=\"48\"/>", 2, "an origin is needed"),
        ("<fcd-export>\n<timestep time=\"2\">", 2, "the file ends in the middle of its XML"),
        ("<fcd-export>\n<timestep time=2>", 2, "this is no well-formed XML"),
        ("", 1, "the file ends in the middle of its XML"),
    ])
    func `what is wrong is told with its line`(text: String, line: Int, reason: String) throws {
        let error = try #require(throws: PathError.self) { _ = try read(text) }
        #expect(error.file == "town.xml" && error.line == line)
        #expect(error.message.contains(reason), "\(error)")
    }

    @Test func `elements that multiply or lie too deep are refused`() throws {
        let deep = "<fcd-export>" + String(repeating: "<a>", count: 100)
        let error = try #require(throws: PathError.self) { _ = try read(deep) }
        #expect(error.message.contains("nested more than"))
        let bomb = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">\
            \((1...9).map { "<!ENTITY b\($0) \"" + String(repeating: $0 == 1 ? "&a;" : "&b\($0 - 1);", count: 20) + "\">" }
            .joined())]><fcd-export>&b9;</fcd-export>
            """
        #expect(throws: PathError.self) { _ = try read(bomb) }
    }
}
