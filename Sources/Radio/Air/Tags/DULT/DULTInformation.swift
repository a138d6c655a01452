/// What a DULT accessory tells of its make.
public struct DULTInformation: Hashable, Sendable {
    /// Who runs the network: 1 Apple, 2 Google; ours has no number.
    public var network: UInt8
    /// Eight bytes that stand for make and model.
    public var productData: [UInt8]
    public var manufacturer: String
    public var model: String
    /// 1 a location tracker; others in the draft's table.
    public var category: UInt8

    /// A location tracker of a network that nobody has registered, unless told otherwise.
    ///
    /// Product data is filled with zeros, or shortened, to eight bytes; of the texts at most 64 bytes are told.
    public init(
        network: UInt8 = 0xFF,
        productData: [UInt8] = [],
        manufacturer: String = TrackerTable.manufacturer,
        model: String = "DULT tag",
        category: UInt8 = 1
    ) {
        self.network = network
        self.productData = Array((productData + Array(repeating: 0, count: 8)).prefix(8))
        (self.manufacturer, self.model, self.category) = (manufacturer, model, category)
    }

    /// Sound, and its identifier over Bluetooth; it notices no motion.
    private static let capabilities: UInt8 = 0b1001

    /// The operands of an answer; nil for an opcode that asks for something else.
    func answer(to opcode: DULTOpcode, battery: Int) -> [UInt8]? {
        switch opcode {
        case .getProductData: productData
        case .getManufacturerName: Array(manufacturer.utf8.prefix(64))
        case .getModelName: Array(model.utf8.prefix(64))
        case .getAccessoryCategory: [category, 0, 0, 0, 0, 0, 0, 0]
        // Revision, minor, major: the draft's table of bytes, which its example "0x00000001" does not follow.
        case .getProtocolVersion, .getFirmwareVersion: [0, 0, 1, 0]
        case .getCapabilities: [Self.capabilities, 0, 0, 0]
        case .getNetwork: [network]
        case .getBatteryType: [1]
        case .getBatteryLevel: [BatteryLevel(percent: battery).rawValue]
        case .soundStart, .soundStop, .commandResponse, .soundCompleted, .getIdentifier, .getIdentifierResponse: nil
        }
    }
}

/// Four steps of a battery, as DULT and Find My tell them; the bounds are our choice.
enum BatteryLevel: UInt8 {
    case full, medium, low, critical

    init(percent: Int) {
        switch percent {
        case 75...: self = .full
        case 35...: self = .medium
        case 10...: self = .low
        default: self = .critical
        }
    }
}
