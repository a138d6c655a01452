import Testing
import Tracking

struct AreaTests {
    private let centre = Coordinate.at(46.0569, 14.5058)

    /// A square with sides of 100 m around the centre, north-east corner first.
    private var square: Area {
        get throws {
            let corners = [(50.0, 50.0), (50, -50), (-50, -50), (-50, 50)]
            return try .polygon(through: corners.map { centre.offset(north: $0.0, east: $0.1) })
        }
    }

    @Test(arguments: [(0.0, 30.0), (20, 10), (30, 0), (45, -15)])
    func `in a circle, depth is the way to its border`(away: Double, depth: Double) throws {
        let area = try Area.circle(around: centre, radius: 30)
        #expect(abs(area.depth(of: centre.offset(north: 0, east: away)) - depth) < 0.01)
    }

    @Test(arguments: [(0.0, 0.0, 50.0), (40, 0, 10), (0, -49, 1), (60, 0, -10), (53, 54, -5), (50, 0, 0)])
    func `in a polygon, depth is the way to the nearest side or corner`(
        north: Double,
        east: Double,
        depth: Double
    ) throws {
        #expect(abs(try square.depth(of: centre.offset(north: north, east: east)) - depth) < 0.01)
    }

    @Test
    func `a polygon's inside does not depend on where it begins or which way it turns`() throws {
        guard case .polygon(let corners) = try square else { return }
        for start in corners.indices {
            let turned = Array(corners[start...] + corners[..<start])
            for way in [turned, turned.reversed()] {
                let area = try Area.polygon(through: way)
                #expect(area.depth(of: centre) > 49)
                #expect(area.depth(of: centre.offset(north: 0, east: 80)) < -29)
            }
        }
    }

    @Test
    func `a bay of a polygon is outside`() throws {
        let corners = [(0.0, 0.0), (100, 0), (100, 100), (50, 20), (0, 100)]
        let area = try Area.polygon(through: corners.map { centre.offset(north: $0.0, east: $0.1) })
        #expect(area.depth(of: centre.offset(north: 50, east: 60)) < 0)
        #expect(area.depth(of: centre.offset(north: 50, east: 10)) > 0)
    }

    @Test
    func `an area across the antimeridian is one area`() throws {
        let edge = Coordinate.at(-17.0, 179.9999)
        let area = try Area.circle(around: edge, radius: 50)
        #expect(area.depth(of: Coordinate.at(-17.0, -179.9999)) > 20)
    }

    @Test(arguments: [(30.0, 0.5), (10, 0.977), (50, 0.023)])
    func `the doubt of a position makes a probability`(away: Double, probability: Double) throws {
        let area = try Area.circle(around: centre, radius: 30)
        let position = centre.offset(north: away, east: 0)
        #expect(abs(area.probability(of: position, sigma: 10) - probability) < 0.001)
        #expect(area.probability(of: position, sigma: 0) == (away <= 30 ? 1 : 0) || away == 30)
    }

    @Test
    func `what is no area is refused`() {
        #expect(throws: Area.Invalid.radius(0)) { try Area.circle(around: centre, radius: 0) }
        #expect(throws: Area.Invalid.self) { try Area.circle(around: centre, radius: .nan) }
        #expect(throws: Area.Invalid.corners(2)) { try Area.polygon(through: [centre, centre]) }
        let far = centre.offset(north: 30_000, east: 0)
        #expect(throws: Area.Invalid.self) { try Area.polygon(through: [centre, centre, far]) }
    }
}

extension Coordinate {
    /// A position that the test knows to be one.
    fileprivate static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        do { return try Coordinate(latitude: latitude, longitude: longitude) } catch { preconditionFailure("\(error)") }
    }
}
