import Store
import Tracking

/// Which of an owner's devices is the phone, and for whom that is written down.
///
/// Who is it only by having been heard first stays it after a restart, when all are there at once and in no order.
struct Phones: Sendable {
    private var choice: PhoneChoice
    /// The phones that are written down as such, by their owners.
    private var written: [Name: Name] = [:]

    init(_ choice: PhoneChoice) { self.choice = choice }

    /// The phone that says where an owner is; nil for not known.
    func phone(of owner: Name) -> DeviceID? { choice.phone(of: owner).map { DeviceID(owner: owner, device: $0) } }

    /// Whether a device that sent a position is its owner's phone.
    mutating func isPhone(_ device: DeviceID, sendsMarks: @autoclosure () -> Bool) -> Bool {
        choice.isPhone(device, sendsMarks: sendsMarks())
    }

    /// Whether the owner's phone was named by somebody, so that every other device of that owner is a thing.
    func isCertain(for owner: Name) -> Bool { choice.isCertain(for: owner) }

    /// Writes down that a device is its owner's phone, where nobody has named one.
    mutating func keep(_ device: DeviceID, _ batch: inout Batch) throws {
        let owner = device.owner
        guard written[owner] != device.device, !choice.isCertain(for: owner) else { return }
        if let before = written[owner] { try batch.save([], as: .phone, of: DeviceID(owner: owner, device: before)) }
        try batch.save(Array("true".utf8), as: .phone, of: device)
        written[owner] = device.device
    }

    /// Takes over what is written down of some devices.
    mutating func load(_ rows: [DeviceRow], from store: Store) throws {
        let kept = try store.documents(.phone)
        for row in rows where kept[row.id]?.isEmpty == false {
            if isPhone(row.id, sendsMarks: row.kind == .tracker) { written[row.id.owner] = row.id.device }
        }
    }

    /// Leaves the choice open again where it was this device.
    mutating func forget(_ device: DeviceID) {
        choice.forget(device)
        if written[device.owner] == device.device { written[device.owner] = nil }
    }
}
