extension Recognition {
    /// Takes what the known frames of an advertisement tell, whichever pattern has recognised it.
    mutating func read(_ advertisement: Advertisement, from address: BluetoothAddress?) {
        for (company, data) in advertisement.manufacturerData { read(data, ofCompany: company) }
        guard advertisement.serviceData.count > 1 else {
            if let (uuid, data) = advertisement.serviceData.first { read(data, of: uuid, from: address) }
            return
        }
        // In order, so that the same advertisement always tells the same.
        for (uuid, data) in advertisement.serviceData.sorted(by: { $0.key < $1.key }) {
            read(data, of: uuid, from: address)
        }
    }

    private mutating func read(_ data: [UInt8], ofCompany company: UInt16) {
        if company == IBeaconFrame.company {
            read(apple: data)
        } else if company == RuuviFrame.company, let frame = RuuviFrame(data) {
            telemetry = frame.telemetry
        } else if let frame = AltBeaconFrame(data) {
            identity = .altBeacon(frame.identifier)
            read(power: frame.power)
        }
    }

    private mutating func read(apple data: [UInt8]) {
        if let frame = IBeaconFrame(data) {
            identity = .iBeacon(frame.uuid, major: frame.major, minor: frame.minor)
            read(power: frame.power)
        } else if let frame = FindMyFrame(data) {
            (isSeparated, findMy) = (frame.isSeparated, frame.kind)
            if frame.kind != .device { battery = frame.battery }
        } else if let frame = JaaleeFrame(data) {
            (battery, telemetry) = (frame.battery, frame.telemetry)
        }
    }

    private mutating func read(_ data: [UInt8], of service: BluetoothUUID, from address: BluetoothAddress?) {
        switch service {
        case EddystoneFrame.service: readFEAA(data)
        case DULTFrame.service:
            if let frame = DULTFrame(data) { isSeparated = !frame.isNearOwner }
        case SmartTagFrame.service:
            guard let frame = SmartTagFrame(data) else { return }
            (isSeparated, battery, counter) = (frame.isSeparated, frame.battery, frame.counter)
        case ChipoloFrame.service:
            if let frame = ChipoloFrame(data, from: address) { isSeparated = frame.isSeparated }
        case MinewFrame.service:
            guard let frame = MinewFrame(data) else { return }
            (battery, telemetry) = (frame.battery, frame.telemetry)
        case MokoFrame.service: telemetry = MokoFrame(data)?.telemetry ?? telemetry
        default: break
        }
    }

    private mutating func readFEAA(_ data: [UInt8]) {
        guard let frame = EddystoneFrame(data) else {
            if let frame = FMDNFrame(data) { isSeparated = frame.isSeparated }
            if let frame = KKMFrame(data) { telemetry = frame.telemetry }
            return
        }
        if let power = frame.powerAtOneMetre { read(power: power) }
        if case .uid(let id, _) = frame { identity = .eddystone(id) }
        if case .telemetry(let telemetry) = frame { self.telemetry = telemetry }
    }

    /// Many beacons leave their power at a number that nobody measured: what cannot be, is not taken.
    private mutating func read(power: Int) {
        if (-110 ... -20).contains(power) { referencePower = power }
    }
}
