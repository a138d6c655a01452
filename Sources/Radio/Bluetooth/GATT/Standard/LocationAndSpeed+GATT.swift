extension LocationAndSpeed: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader("location and speed", bytes)
        let flags = try reader.integer("flags", UInt16.self)
        self.init(
            status: PositionStatus(rawValue: UInt8(flags >> 7 & 3)) ?? .none,
            isThreeDimensional: flags >> 9 & 1 != 0,
            elevationSource: ElevationSource(rawValue: UInt8(flags >> 10 & 3)) ?? .other,
            hasCompassHeading: flags >> 12 & 1 != 0
        )
        if flags >> 0 & 1 != 0 { speed = Double(try reader.integer("speed", UInt16.self)) / 100 }
        if flags >> 1 & 1 != 0 { totalDistance = Double(try reader.unsigned24("total distance")) / 10 }
        if flags >> 2 & 1 != 0 { coordinate = try reader.coordinate() }
        if flags >> 3 & 1 != 0 { elevation = Double(try reader.signed24("elevation")) / 100 }
        if flags >> 4 & 1 != 0 { heading = Double(try reader.integer("heading", UInt16.self)) / 100 }
        if flags >> 5 & 1 != 0 { rollingTime = try reader.integer("rolling time", UInt8.self) }
        if flags >> 6 & 1 != 0 { time = try reader.dateTime() }
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter()
        writer.put(flags)
        if let speed { writer.put(UInt16(clamping: Int32(speed, parts: 100, in: 0...0xFFFF))) }
        if let totalDistance { writer.put24(Int32(totalDistance, parts: 10, in: 0...0xFF_FFFF)) }
        if let coordinate { writer.put(coordinate) }
        if let elevation { writer.put24(Int32(elevation, parts: 100, in: -0x80_0000...0x7F_FFFF)) }
        if let heading { writer.put(UInt16(clamping: Int32(heading, parts: 100, in: 0...0xFFFF))) }
        if let rollingTime { writer.put(rollingTime) }
        if let time { writer.put(dateTime: time) }
        return writer.bytes
    }

    private var flags: UInt16 {
        let present = [
            speed != nil, totalDistance != nil, coordinate != nil, elevation != nil, heading != nil,
            rollingTime != nil, time != nil,
        ]
        var flags = UInt16(status.rawValue) << 7 | UInt16(elevationSource.rawValue) << 10
        for (bit, isPresent) in present.enumerated() where isPresent { flags |= 1 << bit }
        if isThreeDimensional { flags |= 1 << 9 }
        if hasCompassHeading { flags |= 1 << 12 }
        return flags
    }
}

extension Int32 {
    /// A number in parts of a unit, rounded and brought into range; 0 for one that is none.
    init(_ number: Double, parts: Double, in range: ClosedRange<Int32>) {
        let scaled = (number * parts).rounded()
        guard !scaled.isNaN else {
            self = 0
            return
        }
        self = Int32(Swift.min(Double(range.upperBound), Swift.max(Double(range.lowerBound), scaled)))
    }
}
