public import Bluetooth
public import Messages
public import Tracking

/// Ties a tag to a thing, and lets it go again: cases 1-5-1 to 1-5-4.
///
/// Whatever was done is undone when a later step fails, so that both sides are as before and it can be tried again.
public struct Pairing: Sendable {
    let tags: TagRadio
    let settings: Settings
    let credentials: (any CredentialIssuer)?
    let clock: any UTCClock
    let publish: @Sendable (Message) async throws -> Void
    let desired: @Sendable (DeviceID) async -> Kept<DesiredState>?

    /// What does not depend on the tag.
    public struct Settings: Sendable {
        public var gateway: Name
        public var topics: Topics
        /// Where a tracker's modem finds the broker; nil for trackers that are to use Bluetooth alone.
        public var broker: String?
        public var user: String?
        public var password: String?
        /// For how long a tracker's answer is waited for.
        public var answerWithin: Duration

        public init(
            gateway: Name,
            topics: Topics = Topics(),
            broker: String? = nil,
            user: String? = nil,
            password: String? = nil,
            answerWithin: Duration = .seconds(10)
        ) {
            (self.gateway, self.topics, self.broker, self.user) = (gateway, topics, broker, user)
            (self.password, self.answerWithin) = (password, answerWithin)
        }
    }

    /// A way to pair tags over a radio that is running.
    ///
    /// Without an issuer, trackers get the credentials of the settings; `desired` is what the bus says is wanted of a
    /// tracker, with keys that nobody here knows.
    public init(
        over tags: TagRadio,
        settings: Settings,
        credentials: (any CredentialIssuer)? = nil,
        clock: any UTCClock,
        desired: @escaping @Sendable (DeviceID) async -> Kept<DesiredState>?,
        publish: @escaping @Sendable (Message) async throws -> Void
    ) {
        (self.tags, self.settings, self.credentials) = (tags, settings, credentials)
        (self.clock, self.desired, self.publish) = (clock, desired, publish)
    }

    /// Pairs a tag, and returns it as it is registered; `progress` hears of each step as it begins.
    public func pair(
        _ request: PairingRequest,
        asking person: any PairingPerson,
        progress: @escaping @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.validating)
        let item = try Self.validate(request)
        try await checkAdapters()
        await progress(.finding(request.tag))
        guard let found = await tags.find(request.tag, within: request.findWithin) else {
            throw .notFound(request.tag)
        }
        guard let profile = found.recognition?.profile else { throw .unknownKind(found.title) }
        let registry = try await readRegistry()
        if let known = registry[found.identity] ?? registry[.address(found.address)] {
            throw .registry(RegistryError(tags.file.path, .conflict(.tag(found.identity, as: known.device))))
        }
        guard
            let device = request.device.map({ DeviceID(owner: request.owner, device: $0) })
                ?? registry.freeName(for: item, of: request.owner)
        else { throw .noFreeName(item) }
        if registry[device] != nil { throw .registry(RegistryError(tags.file.path, .conflict(.device(device)))) }
        let entry = TagEntry(device: device, item: item, identity: found.identity, profile: profile.name)
        if !profile.controls.isTagalong {
            guard found.isRotating else { return try await save(entry, found, request, progress) }
            return try await bondRotating(entry, found, request, person, progress)
        }
        await tags.hold(found.address)
        let outcome: Result<TagEntry, PairingError>
        do throws(PairingError) {
            outcome = .success(try await bind(entry, found, request, person, progress))
        } catch { outcome = .failure(Task.isCancelled && !error.isUnsure ? .cancelled : error) }
        await tags.release(found.address)
        return try outcome.get()
    }

    static func validate(_ request: PairingRequest) throws(PairingError) -> ItemName {
        if Topics.isReserved(request.owner) { throw .owner(request.owner) }
        do throws(ItemName.Invalid) { return try ItemName(request.item) } catch { throw .item(error) }
    }

    private func checkAdapters() async throws(PairingError) {
        let adapters = await tags.radio.adapters
        if adapters.isEmpty { throw .bluetoothOff("no adapter is there") }
        guard adapters.contains(where: { $0.health != .off }) else {
            throw .bluetoothOff(adapters.map(\.name).joined(separator: ", ") + " without power")
        }
    }

    func readRegistry() async throws(PairingError) -> TagRegistry {
        do throws(RegistryError) { return try tags.file.read() } catch { throw .registry(error) }
    }

    /// A tag that knows no owner is only written down.
    func save(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        var entry = entry
        if found.identity == .address(found.address) { entry.address = found.address }
        if found.isBonded, found.identity == .address(found.address) {
            (entry.identity, entry.isBonded, entry.adapter) = (found.identity, true, found.adapter)
        }
        return try await save(entry, request, progress)
    }

    func save(
        _ entry: TagEntry, _ request: PairingRequest, _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.storing(entry.device))
        try await store(entry)
        do throws(PairingError) {
            await progress(.activating)
            try await activate(entry, request)
        } catch {
            await unstore(entry)
            throw error
        }
        await progress(.done(entry.device))
        return entry
    }

    func store(_ entry: TagEntry) async throws(PairingError) {
        do throws(RegistryError) { try tags.file.add(entry) } catch { throw .registry(error) }
        await tags.readRegistry()
    }

    func unstore(_ entry: TagEntry) async {
        // What cannot be written now could not be read either; the error that led here is the one to tell.
        _ = try? tags.file.update { (registry) throws(RegistryError) in registry.remove(entry.device) }
        await tags.readRegistry()
    }

    /// Tells the tracker, by what is kept on the bus, what it is tied to and that it is to locate.
    @discardableResult
    func activate(_ entry: TagEntry, _ request: PairingRequest) async throws(PairingError) -> DesiredState {
        var state = await desired(entry.device) ?? Kept(DesiredState(version: 0))
        state.value.version = state.value.version + 1
        state.value.power = .on
        state.value.item = entry.item
        state.value.isRegistered = true
        if let reportEvery = request.reportEvery { state.value.reportEvery = reportEvery }
        try await say(state.encoded(), of: entry.device)
        return state.value
    }
}

/// The tracker's credential for the broker goes the way of its registration: it counts once the tracker has it.
extension Pairing {
    /// Runs a registration with a credential of the tracker's own, if trackers get one; `progress` hears that the
    /// broker is asked.
    func withCredential<Result: Sendable>(
        for tracker: DeviceID,
        _ progress: @Sendable (PairingStep) async -> Void,
        _ body: (TrackerCredential?) async throws(PairingError) -> Result
    ) async throws(PairingError) -> Result {
        guard let issuer = credentials else { return try await body(nil) }
        await progress(.crediting(tracker))
        let credential = try await asking { () async throws in try await issuer.issue(for: tracker) }
        do throws(PairingError) {
            let result = try await body(credential)
            // One that could not be ended now ends with the next registration.
            if let credential { try? await issuer.confirm(credential) }
            return result
        } catch {
            // The tracker may have it: both count until it is asked.
            if error.isUnsure { throw error }
            if let credential { await Task { try? await issuer.withdraw(credential) }.value }
            throw error
        }
    }

    /// Before a tracker is told that it is let go: when the broker cannot be asked, nothing has changed.
    func dismissCredential(of tracker: DeviceID) async throws(PairingError) {
        guard let issuer = credentials else { return }
        try await asking { () async throws in try await issuer.dismiss(tracker) }
    }

    /// After it has heard: what is left to it opens nothing, should this fail.
    func revokeCredential(of tracker: DeviceID) async { try? await credentials?.revoke(tracker) }

    private func asking<Result: Sendable>(_ body: () async throws -> Result) async throws(PairingError) -> Result {
        do { return try await body() } catch is CancellationError { throw .cancelled } catch {
            throw .credential("\(error)")
        }
    }
}
