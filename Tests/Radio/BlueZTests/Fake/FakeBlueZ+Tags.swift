import SystemBus

/// The tags.
extension FakeBlueZ {
    static let deviceInterface = "org.bluez.Device1"

    /// A tag is there, though nobody has heard it yet.
    func place(_ tag: FakeTag) { tags[tag.address] = tag }

    /// An adapter receives a report of a tag.
    func hear(_ address: String, by adapter: String, rssi: Int16) async throws {
        guard let tag = tags[address], let state = adapters[adapter], state.isDiscovering else { return }
        let device = path(adapter) + tag.name
        if exports[device] == nil {
            tags[address]?.signalled = rssi
            return try await export(tag, rssi, adapter)
        }
        // Without a filter, changes below 8 dB are not signalled.
        if !state.hasFilter, let old = tag.signalled, abs(Int(old) - Int(rssi)) < 8 { return }
        tags[address]?.signalled = rssi
        try await bus?.emitPropertiesChanged(
            path: device,
            interface: Self.deviceInterface,
            changed: ["RSSI": .int16(rssi)]
        )
    }

    /// Half a minute has passed: bluetoothd forgets those it has not heard.
    func forgetUnseen(_ address: String, by adapter: String) async {
        guard let tag = tags[address], !tag.isPaired, !tag.isConnected else { return }
        await remove(path(adapter) + tag.name)
    }

    /// Another program does something with a tag.
    func change(_ address: String, by adapter: String, _ property: String, _ value: BusValue) async {
        guard let tag = tags[address] else { return }
        if property == "Connected" { tags[address]?.isConnected = value.flag == true }
        await update(path(adapter) + tag.name, Self.deviceInterface, [property: value])
    }

    /// The tag or the distance ends the link.
    func breakLink(_ address: String, by adapter: String) async {
        guard let tag = tags[address] else { return }
        tags[address]?.isConnected = false
        tags[address]?.isResolved = false
        let device = path(adapter) + tag.name
        await update(device, Self.deviceInterface, ["ServicesResolved": false, "Connected": false])
        await removeServices(of: address, by: adapter)
    }

    /// The tag says that it has other services, and those of before are gone.
    func removeServices(of address: String, by adapter: String) async {
        guard let tag = tags[address] else { return }
        let device = path(adapter) + tag.name
        await remove(device + "service0001")
        notifying = notifying.filter { !$0.isBelow(device) }
    }

    /// What the tag answers to those who subscribe from now on.
    func answerSubscribers(_ address: String, _ subscribing: FakeTag.Subscribing) {
        tags[address]?.subscribing = subscribing
    }

    func export(_ tag: FakeTag, _ rssi: Int16, _ adapter: String) async throws {
        let address = tag.address
        try await export(
            path(adapter) + tag.name,
            Self.deviceInterface,
            [
                "Connect": ExportedMethod { _, _ throws(BusFailure) in try await self.connect(address, adapter) },
                "Disconnect": ExportedMethod { _, _ in
                    await self.note("Disconnect")
                    await self.breakLink(address, by: adapter)
                    return []
                },
                "Pair": ExportedMethod { _, _ throws(BusFailure) in try await self.pair(address, adapter) },
                "CancelPairing": ExportedMethod { _, _ in
                    await self.note("CancelPairing")
                    return []
                },
            ],
            [
                "Address": ExportedProperty(.string(address)),
                "AddressType": ExportedProperty(.string(tag.addressType)),
                "Adapter": ExportedProperty(.path(path(adapter))),
                "RSSI": ExportedProperty(.int16(rssi), isAnnounced: false),
                "Paired": ExportedProperty(.bool(tag.isPaired)),
                "Bonded": ExportedProperty(.bool(tag.isPaired)),
                "Trusted": ExportedProperty(false) { _, _ in await self.note("Trusted") },
                "Connected": ExportedProperty(.bool(tag.isConnected), isAnnounced: tag.signalsConnected),
                "ServicesResolved": ExportedProperty(false),
            ]
        )
    }

    private func connect(_ address: String, _ adapter: String) async throws(BusFailure) -> [BusValue] {
        note("Connect")
        if adapters[adapter]?.isDiscovering == true { note("Connect while scanning") }
        var outcome = FakeTag.Connecting.succeeding
        if tags[address]?.connecting.isEmpty == false { outcome = tags[address]?.connecting.removeFirst() ?? outcome }
        switch outcome {
        case .failing(let failure): throw failure
        case .silent:
            // Longer than any test waits.
            try? await Task.sleep(for: .seconds(60))
            throw .bluez("Failed")
        case .succeeding: break
        }
        guard let tag = tags[address] else { throw .bluez("Failed") }
        tags[address]?.isConnected = true
        let device = path(adapter) + tag.name
        await update(device, Self.deviceInterface, ["Connected": true])
        if tag.resolvesLate {
            Task {
                try await Task.sleep(for: .milliseconds(100))
                try await self.resolve(tag, device)
            }
            return []
        }
        do { try await resolve(tag, device) } catch { throw .bluez("Failed", "\(error)") }
        return []
    }

    /// The services are said to be known before they are there.
    private func resolve(_ tag: FakeTag, _ device: ObjectPath) async throws {
        tags[tag.address]?.isResolved = true
        await update(device, Self.deviceInterface, ["ServicesResolved": true])
        try await exportServices(tag, device)
    }

    private func pair(_ address: String, _ adapter: String) async throws(BusFailure) -> [BusValue] {
        note("Pair")
        guard let tag = tags[address] else { throw .bluez("Failed") }
        let device = path(adapter) + tag.name
        switch tag.pairing {
        case .justWorks: break
        case .comparing(let number):
            try await askAgent("RequestConfirmation", [.path(device), .uint32(number)])
        case .showing(let number):
            let answer = try await askAgent("RequestPasskey", [.path(device)])
            guard answer.first == .uint32(number) else {
                throw .bluez("AuthenticationFailed", "Authentication Failed")
            }
        case .typing(let number):
            try await askAgent("DisplayPasskey", [.path(device), .uint32(number), .uint16(0)])
        case .failing(let failure): throw failure
        case .silent:
            try? await Task.sleep(for: .seconds(60))
            throw .bluez("AuthenticationTimeout")
        }
        let isResolved = tags[address]?.isResolved == true
        tags[address]?.isPaired = true
        if let identity = tag.identity {
            await update(device, Self.deviceInterface, ["Address": .string(identity)])
        }
        await update(device, Self.deviceInterface, ["Paired": true, "Bonded": true])
        // 5.66 answers once the services are known, and not at all when they become known after the bond.
        guard isResolved else {
            note("Pair too early")
            try? await Task.sleep(for: .seconds(60))
            throw .bluez("Failed")
        }
        return []
    }

    /// Asks the agent; bluetoothd makes of any refusal that authentication has failed.
    @discardableResult
    private func askAgent(_ member: String, _ arguments: [BusValue]) async throws(BusFailure) -> [BusValue] {
        guard let agent, let bus else { throw .bluez("AuthenticationRejected") }
        do throws(BusError) {
            return try await bus.call(
                BusCall(
                    destination: agent.sender,
                    path: agent.path,
                    interface: "org.bluez.Agent1",
                    member: member,
                    arguments: arguments
                )
            )
        } catch {
            note("agent: \(error.failureName ?? "no answer")")
            throw .bluez("AuthenticationFailed", "Authentication Failed")
        }
    }
}
