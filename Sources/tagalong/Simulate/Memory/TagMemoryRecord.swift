import HostStack
import Tracking

/// A line of the file of `simulate --bonds`.
struct TagMemoryRecord: Codable {
    /// The tracker's own, 16 hexadecimal digits.
    var number: String
    var owner: Owner?
    var desired: Desired
    /// The tracker's own, 32 hexadecimal digits.
    var identityKey: String?
    var bonds: [BondRecord]

    enum CodingKeys: String, CodingKey {
        case number, owner, desired, bonds
        case identityKey = "irk"
    }

    /// A registration.
    struct Owner: Codable {
        var name: String
        var tracker: String
        var gateway: String
        var reportEvery: Int?
        var broker: String?
        var user: String?
        var password: String?

        enum CodingKeys: String, CodingKey {
            case name, tracker, gateway, broker, user, password
            case reportEvery = "report_every_s"
        }
    }

    /// A desired state.
    struct Desired: Codable {
        var version: Int
        var power: String
        var reportEvery: Int?
        var mode: String

        enum CodingKeys: String, CodingKey {
            case version, power, mode
            case reportEvery = "report_every_s"
        }
    }

    /// A value that cannot be.
    struct Wrong: Error, Hashable {
        let key: String
        /// As a noun phrase.
        let expected: String
    }

    init(_ number: TrackerNumber, _ memory: TagMemory) {
        self.number = number.description
        owner = memory.registration.map(Owner.init)
        desired = Desired(memory.desired)
        identityKey = (memory.identityKey?.value).map(KeyText.text)
        bonds = memory.bonds.map(BondRecord.init)
    }

    /// - Throws: ``Wrong`` with the key of a value that cannot be.
    func decoded() throws(Wrong) -> (TrackerNumber, TagMemory) {
        guard let number = TrackerNumber(number) else {
            throw Wrong(key: "number", expected: "16 hexadecimal digits")
        }
        var known: [Bond] = []
        for bond in bonds { known.append(try bond.decoded()) }
        let memory = TagMemory(
            registration: try owner?.decoded(),
            desired: try desired.decoded(),
            bonds: known,
            identityKey: try KeyText.key(ifAny: identityKey, "irk").map { IdentityKey($0) }
        )
        return (number, memory)
    }
}

extension TagMemoryRecord.Owner {
    init(_ registration: Registration) {
        self.init(
            name: registration.owner.text,
            tracker: registration.device.text,
            gateway: registration.gateway.text,
            reportEvery: registration.reportEvery,
            broker: registration.broker,
            user: registration.user,
            password: registration.password
        )
    }

    func decoded() throws(TagMemoryRecord.Wrong) -> Registration {
        let owner = try Self.name(name, "owner.name")
        let device = try Self.name(tracker, "owner.tracker")
        let gateway = try Self.name(gateway, "owner.gateway")
        do throws(Registration.Invalid) {
            return try Registration(
                owner: owner,
                device: device,
                gateway: gateway,
                reportEvery: reportEvery,
                broker: broker,
                user: user,
                password: password
            )
        } catch {
            throw TagMemoryRecord.Wrong(key: "owner, its \(error.field)", expected: error.expected)
        }
    }

    private static func name(_ text: String, _ key: String) throws(TagMemoryRecord.Wrong) -> Name {
        do throws(Name.Invalid) { return try Name(text) } catch {
            throw TagMemoryRecord.Wrong(key: key, expected: "1 to 64 letters, digits, '_' or '-'")
        }
    }
}

extension TagMemoryRecord.Desired {
    init(_ state: DesiredState) {
        self.init(
            version: state.version,
            power: state.power.rawValue,
            reportEvery: state.reportEvery,
            mode: state.mode.rawValue
        )
    }

    func decoded() throws(TagMemoryRecord.Wrong) -> DesiredState {
        guard let power = Power(rawValue: power) else {
            throw TagMemoryRecord.Wrong(key: "desired.power", expected: "on or off")
        }
        guard let mode = ModePolicy(rawValue: mode) else {
            throw TagMemoryRecord.Wrong(key: "desired.mode", expected: "auto, bluetooth or cellular")
        }
        guard reportEvery.map({ (1...86_400).contains($0) }) ?? true else {
            throw TagMemoryRecord.Wrong(key: "desired.report_every_s", expected: "a number from 1 to 86400")
        }
        guard version >= 0 else { throw TagMemoryRecord.Wrong(key: "desired.version", expected: "0 or more") }
        return DesiredState(version: version, power: power, reportEvery: reportEvery, mode: mode)
    }
}
