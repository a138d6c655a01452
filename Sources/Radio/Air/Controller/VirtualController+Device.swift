/// Commands about the controller as a whole.
extension VirtualController {
    mutating func execute(_ command: HCI.DeviceCommand) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .reset:
            state = State()
            order(.reset)
        case .setEventMask(let mask): state.eventMask = mask
        case .setLEEventMask(let mask): state.leEventMask = mask
        case .setRandomAddress(let address):
            // Not while it is in use.
            let advertises = state.advertisingSets.values.contains { $0.isOn && $0.parameters.isLegacy }
            guard !state.scanner.isOn, state.initiation == nil, !advertises else { throw .commandDisallowed }
            state.randomAddress = address
        case .writeDefaultDataLength(let length): state.defaultDataLength = length
        case .writeLEHostSupport(let isOn): state.classic.isLEHost = isOn
        case .setDefaultPHY(let wish): try check(wish)
        case .setEventMaskPage2, .setHostChannels: break
        case .encrypt(let key, let plaintext):
            guard let cipher = configuration.cipher else { throw .unknownCommand }
            return cipher(key.reversed(), plaintext.reversed()).reversed()
        case .random:
            var writer = HCI.Writer()
            writer.put(generator.next())
            return writer.bytes
        case .readVersion, .readCommands, .readFeatures, .readBufferSize, .readAddress, .readLEBufferSize,
            .readLEFeatures, .readStates, .readAdvertisingPower, .readTransmitPower, .readDefaultDataLength,
            .readMaximumDataLength:
            return answer(to: command)
        }
        return []
    }

    /// What is asked for; nothing for commands that ask nothing.
    private func answer(to question: HCI.DeviceCommand) -> [UInt8] {
        var writer = HCI.Writer()
        switch question {
        case .readVersion:
            let version = LinkVersion.virtual
            // The version of this interface and of the link layer, each with a revision.
            writer.put([version.version, 0, 0])
            writer.put(version)
        case .readCommands: writer.put(configuration.commandBits)
        case .readFeatures: writer.put(configuration.classicFeatures)
        case .readBufferSize: writer.put(bufferSize(synchronous: true))
        case .readLEBufferSize: writer.put(bufferSize(synchronous: false))
        case .readAddress: writer.put(configuration.address)
        case .readLEFeatures: writer.put(configuration.features)
        case .readStates: writer.put(UInt64(0x03FF_FFFF_FFFF))
        case .readAdvertisingPower: writer.put(UInt8(0))
        case .readTransmitPower: writer.put([0, 0])
        case .readDefaultDataLength:
            writer.put(state.defaultDataLength.octets)
            writer.put(state.defaultDataLength.microseconds)
        case .readMaximumDataLength: writer.put(DataLength.maximum)
        case .reset, .setEventMask, .setEventMaskPage2, .setLEEventMask, .writeLEHostSupport, .setRandomAddress,
            .setHostChannels, .encrypt, .random, .writeDefaultDataLength, .setDefaultPHY:
            break
        }
        return writer.bytes
    }

    private func bufferSize(synchronous: Bool) -> [UInt8] {
        var writer = HCI.Writer()
        writer.put(ControllerConfiguration.bufferLength)
        if synchronous {
            writer.put(UInt8(0))
            writer.put(UInt16(configuration.bufferCount))
            writer.put(UInt16(0))
        } else {
            writer.put(configuration.bufferCount)
        }
        return writer.bytes
    }
}
