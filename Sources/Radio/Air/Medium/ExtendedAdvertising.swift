/// What an extended advertisement has that a legacy one has not: Core Specification 5.4, volume 6, part B, section 2.3.4.
///
/// ADV_EXT_IND on the primary channels points to AUX_ADV_IND on another channel, which has the data, and goes on in
/// AUX_CHAIN_IND where they are long.
public struct ExtendedAdvertising: Hashable, Sendable {
    /// Of the primary channels: LE 1M or LE Coded.
    public var primary: LinkPHY
    /// Of the packets with the data, and of a connection that follows.
    public var secondary: LinkPHY
    /// The set's identifier, 0 to 15, which tells the sets of one advertiser apart.
    public var identifier: UInt8
    /// In dBm; nil when the advertisement does not tell it.
    public var txPower: Int8?

    /// The form of a set; a primary LE 2M, which there is not, becomes LE 1M, and of the identifier the low four bits count.
    public init(primary: LinkPHY = .basic, secondary: LinkPHY = .basic, identifier: UInt8 = 0, txPower: Int8? = nil) {
        self.primary = primary == .double ? .basic : primary
        (self.secondary, self.identifier, self.txPower) = (secondary, identifier & 0xF, txPower)
    }

    /// How many bytes of data a set has at most: volume 4, part E, section 7.8.57.
    public static let longest = 1650

    /// How many bytes of data fit into the first packet, which is all that a connectable set has.
    ///
    /// Of its 255 bytes the length of the header, its flags, the advertiser's address (6) and the set's identifier (2)
    /// take ten, a target 6 and the power 1.
    public func room(isDirected: Bool) -> Int { 245 - (isDirected ? 6 : 0) - (txPower == nil ? 0 : 1) }

    /// The data as they are divided among packets; the pointer to the next one takes 3 bytes.
    func pieces(of data: [UInt8], isDirected: Bool) -> [ArraySlice<UInt8>] {
        var rest = data[...]
        var room = room(isDirected: isDirected)
        var pieces: [ArraySlice<UInt8>] = []
        while rest.count > room {
            pieces.append(rest.prefix(room - 3))
            rest = rest.dropFirst(room - 3)
            // A chained packet has the length of its header, flags and the set's identifier.
            room = 251
        }
        return pieces + [rest]
    }

    /// How long ADV_EXT_IND is on the air, in microseconds: the header's length, its flags, identifier and pointer.
    var primaryMicroseconds: Int64 { primary.packet(7) }
}
