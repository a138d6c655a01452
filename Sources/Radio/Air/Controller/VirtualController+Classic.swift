internal import Bluetooth

/// BR/EDR as a host meets it where no such device is: what is set is kept, and nobody is found or answers.
extension VirtualController {
    /// What a reset forgets of BR/EDR.
    struct Classic: Sendable {
        var values: [HCI.ClassicSetting: [UInt8]] = [:]
        var isLEHost = false
        /// When an inquiry is over.
        var inquiryEnd: AirTime?
        /// When the devices that are called are given up.
        var pages: [BluetoothAddress: AirTime] = [:], names: [BluetoothAddress: AirTime] = [:]

        func value(_ setting: HCI.ClassicSetting) -> [UInt8] { values[setting] ?? setting.initial }

        var nextEnd: AirTime? {
            (Array(pages.values) + names.values).reduce(inquiryEnd) { earlier($0, $1) }
        }
    }

    mutating func execute(_ command: HCI.ClassicCommand, at time: AirTime) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .inquire(let length):
            guard state.classic.inquiryEnd == nil else { throw .commandDisallowed }
            state.classic.inquiryEnd = time.after(milliseconds: Int64(length) * 1280)
        case .cancelInquiry:
            guard state.classic.inquiryEnd != nil else { throw .commandDisallowed }
            state.classic.inquiryEnd = nil
        case .page(let address):
            guard state.classic.pages[address] == nil else { throw .connectionExists }
            state.classic.pages[address] = pageEnd(from: time)
        case .cancelPage(let address):
            guard state.classic.pages.removeValue(forKey: address) != nil else { throw .unknownConnection }
            emit(.connectionFailed(.unknownConnection, address))
            return octets(address)
        case .askName(let address): state.classic.names[address] = pageEnd(from: time)
        case .cancelName(let address):
            guard state.classic.names.removeValue(forKey: address) != nil else { throw .invalidParameters }
            emit(.nameFailed(.unknownConnection, address))
            return octets(address)
        case .write(let setting, let value): state.classic.values[setting] = value
        case .setEventFilter: break
        case .read(let setting): return state.classic.value(setting)
        case .readFeatures(let page): return [page, 2] + features(page)
        // Room for none, and none read or deleted.
        case .readStoredKeys: return [0, 0, 0, 0]
        case .deleteStoredKeys: return [0, 0]
        case .readInquiryPower: return [0]
        case .readAccessCodeCount: return [1]
        }
        return []
    }

    private func pageEnd(from time: AirTime) -> AirTime {
        let timeout = state.classic.value(.pageTimeout)
        return time.after((Int64(timeout[0]) | Int64(timeout[1]) << 8) * 625)
    }

    private func octets(_ address: BluetoothAddress) -> [UInt8] {
        var writer = HCI.Writer()
        writer.put(address)
        return writer.bytes
    }

    /// A page of the feature bits: the controller's, what the host has switched on, and more of the controller's.
    private func features(_ page: UInt8) -> [UInt8] {
        var writer = HCI.Writer()
        switch page {
        case 0: writer.put(configuration.classicFeatures)
        case 1:
            let isOn = [
                state.classic.value(.simplePairing) == [1], state.classic.isLEHost, false,
                state.classic.value(.secureConnections) == [1],
            ]
            writer.put(isOn.enumerated().reduce(UInt64(0)) { $0 | ($1.element ? 1 << UInt64($1.offset) : 0) })
        // Secure Connections.
        case 2: writer.put(UInt64(1) << 8)
        default: writer.put(UInt64(0))
        }
        return writer.bytes
    }

    /// What has been waited for in vain.
    mutating func endClassic(at time: AirTime) {
        if let end = state.classic.inquiryEnd, end <= time {
            state.classic.inquiryEnd = nil
            emit(.inquiryComplete(.success))
        }
        for (address, end) in state.classic.pages.sorted(by: { $0.key.bits < $1.key.bits }) where end <= time {
            state.classic.pages[address] = nil
            emit(.connectionFailed(.pageTimeout, address))
        }
        for (address, end) in state.classic.names.sorted(by: { $0.key.bits < $1.key.bits }) where end <= time {
            state.classic.names[address] = nil
            emit(.nameFailed(.pageTimeout, address))
        }
    }
}

extension ControllerConfiguration {
    /// Page 0 of the feature bits, volume 2, part C, section 3.3: LE alone, or LE and BR/EDR at the same time.
    ///
    /// Of BR/EDR what a host needs to set one up: encryption, inquiry results with their strength and with data,
    /// simple pairing, the power of answers to inquiries, more pages.
    var classicFeatures: UInt64 {
        guard isDualMode else { return 0x60 << 32 }
        let bits: [UInt64] = [2, 30, 38, 48, 49, 51, 57, 63]
        return bits.reduce(0) { $0 | 1 << $1 }
    }
}
