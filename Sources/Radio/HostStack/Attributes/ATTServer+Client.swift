import Bluetooth

/// What the client sets for itself: subscriptions, features, and what it knows of the database.
extension ATTServer {
    /// Takes a client characteristic configuration: Core Specification 5.4, volume 3, part G, section 3.3.3.3.
    mutating func configure(
        _ name: AttributeName, _ characteristic: LocalCharacteristic, _ value: [UInt8], to output: inout LinkOutput
    ) -> Result<[UInt8], AttributeError> {
        guard value.count == 2 else { return .failure(.invalidLength) }
        let bits = UInt16(littleEndianBytes: value)
        guard bits & ~characteristic.allowedConfiguration == 0 else { return .failure(.valueNotAllowed) }
        set(bits, of: name, to: &output)
        return .success([])
    }

    private mutating func set(_ bits: UInt16, of name: AttributeName, to output: inout LinkOutput) {
        let before = client.configuration(of: name)
        client.configurations[name] = bits == 0 ? nil : bits
        guard (before == 0) != (bits == 0), name != AttributeDatabase.serviceChanged else { return }
        output.emit(.subscribed(name, bits != 0))
    }

    /// Takes the Client Supported Features of section 7.2, of which a bit that is set stays set.
    mutating func setFeatures(_ value: [UInt8]) -> Result<[UInt8], AttributeError> {
        guard let features = value.first else { return .failure(.invalidLength) }
        guard client.features & ~features == 0 else { return .failure(.valueNotAllowed) }
        client.features = features & 1
        return .success([])
    }

    /// Continues what a bonded client has left behind.
    mutating func restore(_ state: ClientState, to output: inout LinkOutput) {
        client.features |= state.features
        for name in state.names {
            let bits = state.configuration(of: name)
            guard let characteristic = database.characteristic(name) else {
                if name == AttributeDatabase.serviceChanged { client.configurations[name] = bits }
                continue
            }
            set(bits & characteristic.allowedConfiguration, of: name, to: &output)
        }
        client.knownHash = state.knownHash
        awareness = state.knownHash == database.hash ? .aware : .unaware
    }

    /// Whether a request is answered now: a client with robust caching that does not know of a change is told first.
    ///
    /// Section 2.5.2.1.
    mutating func admits(_ request: ATTRequest, _ opcode: UInt8, to output: inout LinkOutput) -> Bool {
        guard client.usesRobustCaching else { return true }
        if case .writeCommand = request { return awareness == .aware }
        if awareness == .told { becomeAware() }
        if awareness == .unaware, let handle = request.staleHandle {
            awareness = .told
            fail(opcode, handle, .databaseOutOfSync, to: &output)
            return false
        }
        if awareness == .unaware, request.readsHash { awareness = .told }
        return true
    }

    mutating func becomeAware() {
        awareness = .aware
        client.knownHash = database.hash
    }
}

extension LocalCharacteristic {
    /// The bits that a client may set for this characteristic.
    fileprivate var allowedConfiguration: UInt16 {
        (properties.contains(.notify) ? 1 : 0) | (properties.contains(.indicate) ? 2 : 0)
    }
}

extension ATTRequest {
    fileprivate var readsHash: Bool {
        if case .readByType(_, AttributeType.databaseHash) = self { true } else { false }
    }

    /// The handle by which a request relies on what the client knows of the database; nil where it does not.
    fileprivate var staleHandle: UInt16? {
        switch self {
        case .read(let handle), .readBlob(let handle, _), .write(let handle, _), .prepareWrite(let handle, _, _):
            return handle
        case .readMultiple(let handles, _): return handles.first
        case .readByType(let range, let type):
            let discovery = [AttributeType.include, AttributeType.characteristic, AttributeType.databaseHash]
            return discovery.contains(type) ? nil : range.first
        case .exchangeMTU, .findInformation, .findByTypeValue, .readByGroupType, .writeCommand, .executeWrite:
            return nil
        }
    }
}
