public import Tracking

/// A registered tag, as a gateway's registry keeps it: one line of the file.
public struct TagRecord: Hashable, Sendable {
    public var owner: Name
    public var device: Name
    public var item: ItemName
    /// What stays the same of the tag, as it is written: an address, `ibeacon:…`, `eddystone:…` or `tagalong:…`.
    public var identity: String
    /// The address of its bond, or under which it was paired.
    public var address: String?
    /// The address of the adapter that has the bond.
    public var adapter: String?
    /// Whether there is a bond.
    public var isBonded: Bool
    public var profile: Name
    /// The measured signal: RSSI at a metre in dBm, exponent, and standard deviation in dB; all or none.
    public var power: Double?
    public var exponent: Double?
    public var sigma: Double?

    public init(
        owner: Name,
        device: Name,
        item: ItemName,
        identity: String,
        address: String? = nil,
        adapter: String? = nil,
        isBonded: Bool = false,
        profile: Name
    ) {
        (self.owner, self.device, self.item, self.identity) = (owner, device, item, identity)
        (self.address, self.adapter, self.isBonded, self.profile) = (address, adapter, isBonded, profile)
    }
}

extension TagRecord: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", owner, device, item, identity, address, adapter, bonded, profile
        case power = "rssi_1m_dbm", exponent, sigma = "sigma_db"

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "tag") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        owner = try object.required(.owner, object.name(.owner))
        device = try object.required(.device, object.name(.device))
        item = try object.required(.item, object.itemName(.item))
        identity = try object.required(.identity, object.text(.identity, characters: 1...100))
        address = try object.text(.address)
        adapter = try object.text(.adapter)
        isBonded = try object.flag(.bonded) ?? false
        profile = try object.required(.profile, object.name(.profile))
        power = try object.number(.power, in: -120...20)
        exponent = try object.number(.exponent, in: 1...6)
        sigma = try object.number(.sigma, in: 0...30)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.owner, owner.text)
        writer.put(.device, device.text)
        writer.put(.item, item.text)
        writer.put(.identity, identity)
        writer.put(.address, address)
        writer.put(.adapter, adapter)
        if isBonded { writer.put(.bonded, true) }
        writer.put(.profile, profile.text)
        writer.put(.power, power)
        writer.put(.exponent, exponent)
        writer.put(.sigma, sigma)
    }
}
