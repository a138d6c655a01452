import Messages
import Tracking

/// An operation as it is answered.
struct OperationAnswer: Encodable {
    let id: String
    let url: String
    let verb: String
    let state: String
    let revision: Int
    let started: String
    let updated: String
    let owner: String?
    let tracker: String?
    let gateway: String?
    let account: String?
    let tag: String?
    let item: String?
    let message: String?
    let error: String?
    let number: Int?
    let answered: Bool?
    let tags: [SeenTag]?
    let adapters: [AdapterAnswer]?
    let calibration: CalibrationAnswer?
    let steps: [String]

    /// A tag as a gateway hears it.
    struct SeenTag: Encodable {
        let time: String
        let address: String
        let adapter: String
        let identity: String?
        let name: String?
        let profile: String?
        let model: String?
        let rssi: Int?
        let distanceM: Double?
        let battery: Int?
        let batteryMv: Int?
        let temperatureC: Double?
        let humidity: Double?
        let pressureHpa: Double?
        let tracker: String?

        init(_ tag: SeenMessage) {
            (time, address, adapter, identity) = (tag.time.description, tag.address, tag.adapter, tag.identity)
            (name, profile, model, rssi) = (tag.name, tag.profile, tag.model, tag.rssi)
            (distanceM, battery, tracker) = (tag.distance, tag.battery, tag.tracker)
            let readings = tag.readings
            (batteryMv, temperatureC) = (readings.batteryMillivolts, readings.temperature)
            (humidity, pressureHpa) = (readings.humidity, readings.pressure)
        }
    }

    init(_ operation: Operation) {
        (id, url, verb) = (operation.id, Self.url(of: operation.id), operation.verb)
        (state, revision) = (operation.state.rawValue, operation.revision)
        (started, updated) = (operation.started.description, operation.updated.description)
        let owner = operation.tracker?.owner ?? operation.guarded ?? operation.pairing?.owner
        (self.owner, tracker) = (owner?.text, operation.tracker?.device.text)
        if case .gateway(let name) = operation.target { gateway = name.text } else { gateway = nil }
        // Administrators only see it of these.
        account = operation.pairing == nil ? nil : operation.account?.text
        (tag, item) = (operation.pairing?.tag, operation.pairing?.item)
        (message, error, number) = (operation.message, operation.error, operation.number)
        answered = operation.isAnswered ? true : nil
        (tags, adapters) = (operation.tags?.map(SeenTag.init), operation.adapters?.map(AdapterAnswer.init))
        calibration = operation.calibration.map(CalibrationAnswer.init)
        steps = operation.steps
    }

    static func url(of id: String) -> String { "/api/v1/operations/\(id)" }
}

/// A radio of a gateway.
struct AdapterAnswer: Encodable {
    let name: String
    let health: String
    let address: String?
    let reason: String?

    init(_ adapter: GatewayStatus.Adapter) {
        (name, health, address) = (adapter.name, adapter.health, adapter.address)
        reason = adapter.reason
    }
}
