import HTTPTypes
import JSON
import Messages
import Tracking
import Web

/// A simulated item that somebody wants, as a body says it.
struct SimulatedItemWish: Sendable {
    private let owner: Name
    private let tracker: Name?
    private let name: ItemName
    private let movement: SimulatedItemDesk.Movement
    private let centre: Coordinate
    private let radius: Double
    private let reportEvery: Int

    init(_ document: JSONValue) throws {
        var reader = BodyReader(document)
        reader.require("owner", "item", "lat", "lon", "movement")
        let owner = reader.name("owner")
        let tracker = reader.name("tracker")
        let name = reader.itemName("item")
        let latitude = reader.number("lat", in: -90...90)
        let longitude = reader.number("lon", in: -180...180)
        let movement: SimulatedItemDesk.Movement? = reader.word("movement")
        let radius = reader.number("radius_m", in: SimulatedItemDesk.radii)
        let reportEvery = reader.integer("report_every_s", in: 1...86_400)
        if let owner, Topics.isReserved(owner) {
            reader.refuse("owner", "no owner may be called '\(owner)': topics of the bus have that name")
        }
        if tracker?.text == PhoneChoice.customary {
            let phone = PhoneChoice.customary
            reader.refuse("tracker", "a name other than '\(phone)' is expected: an owner's phone has it")
        }
        try reader.finish()
        guard let owner, let name, let latitude, let longitude, let movement else {
            throw Problem(.unprocessableContent, "a member is missing")
        }
        (self.owner, self.tracker, self.name, self.movement) = (owner, tracker, name, movement)
        centre = try Coordinate(latitude: latitude, longitude: longitude)
        self.radius = radius ?? SimulatedItemDesk.standardRadius
        self.reportEvery = reportEvery ?? SimulatedItemDesk.standardReportEvery
    }

    /// The item from a moment on, with a tracker of a name that is free where none is said.
    ///
    /// - Throws: ``Problem`` where the name is not free, and what `isFree` throws.
    func entry(at now: Timestamp, isFree: (DeviceID) throws -> Bool) throws -> SimulatedItemDesk.Entry {
        // Whatever was told to a tracker of that name before is of an older version.
        let version = max(1, Int(now.seconds) - Self.versionEpoch)
        return SimulatedItemDesk.Entry(
            device: try device(isFree),
            name: name,
            movement: movement,
            centre: centre,
            radius: radius,
            desired: DesiredState(version: version, power: .on, reportEvery: reportEvery, item: name),
            seed: UInt64(clamping: now.milliseconds),
            started: now
        )
    }

    /// 2020-01-01T00:00:00Z, in seconds since 1970.
    private static let versionEpoch = 1_577_836_800

    private func device(_ isFree: (DeviceID) throws -> Bool) throws -> DeviceID {
        if let tracker {
            let device = DeviceID(owner: owner, device: tracker)
            guard try isFree(device) else { throw Problem(.conflict, "\(device) is known already") }
            return device
        }
        for number in 1...SimulatedItemDesk.most * 100 {
            guard let word = try? Name(name.deviceName(number, else: "simulated")) else { continue }
            let device = DeviceID(owner: owner, device: word)
            if word.text != PhoneChoice.customary, try isFree(device) { return device }
        }
        throw Problem(.conflict, "no name is free for '\(name)': say one in 'tracker'")
    }
}
