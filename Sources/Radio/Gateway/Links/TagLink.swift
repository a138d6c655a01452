import Bluetooth
import Keys
import Logging
import Tracking

/// A link to a tag that is not ours by make, used as its profile says.
///
/// It lasts while the tag has something to say by itself, its button or its position; else until nobody needs it.
struct TagLink: Sendable {
    let device: DeviceID
    let profile: TagProfile
    /// The key of ring requests, of a tag that is known by its owner's key.
    var ringKey: [UInt8]?
    /// What it has told of its battery without a link, in per cent.
    var heardBattery: Int?
    let peer: any Peer
    let outgoing: Outgoing
    let clock: any UTCClock
    let say: @Sendable (TrackerRadioEvent) -> Void
    let logger: Logger

    /// For how long a link stays that nobody needs: a ring may be followed by its end.
    static let linger: Duration = .seconds(30)

    /// Runs until the link ends, is needed no more, or the task is cancelled.
    ///
    /// - Throws: ``LinkError`` when the tag fails.
    func run() async throws {
        do {
            await silence()
            let button = try await values(of: profile.controls.button?.characteristic)
            let positions = try await values(of: Self.position)
            say(.linked(device))
            defer { say(.unlinked(device)) }
            var state = TagState(profile, hasButton: button != nil)
            state.battery = await battery() ?? heardBattery
            say(.received(.reported(state.reported), from: device))
            try await exchange(button, positions, state)
        } catch let error as RadioError {
            throw LinkError.radio(error)
        }
    }

    private static let position = TagCharacteristic(
        service: StandardService.locationAndNavigation, uuid: StandardCharacteristic.locationAndSpeed
    )

    private func exchange(
        _ button: AsyncStream<[UInt8]>?, _ positions: AsyncStream<[UInt8]>?, _ state: TagState
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let button, let watch = buttonWatch() { group.addTask { await watch.listen(to: button) } }
            if let positions { group.addTask { for await value in positions { located(value) } } }
            group.addTask {
                var state = state
                for await _ in outgoing.rings {
                    while let downlink = outgoing.next() { try await carryOut(downlink, &state) }
                }
            }
            if button == nil, positions == nil { group.addTask { try await idle() } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func idle() async throws {
        var count = -1
        while count != outgoing.count {
            count = outgoing.count
            try await clock.sleep(until: clock.now.advanced(by: Self.linger), tolerance: nil)
        }
    }

    /// Without it the tag alarms everybody around whenever the link is lost.
    private func silence() async {
        guard let silence = profile.controls.silence else { return }
        do { try await peer.carryOut(silence) } catch {
            logger.warning("\(device): its link-loss alarm stays on: \(error)")
        }
    }

    private func battery() async -> Int? {
        guard let wanted = profile.controls.battery, let found = peer.characteristic(wanted) else { return nil }
        guard let level = try? await peer.read(found).first else { return nil }
        return min(100, Int(level))
    }

    private func values(of wanted: TagCharacteristic?) async throws -> AsyncStream<[UInt8]>? {
        guard let wanted, let found = peer.characteristic(wanted) else { return nil }
        return try await peer.values(of: found)
    }

    private func buttonWatch() -> ButtonWatch? {
        profile.controls.button.map { button in
            ButtonWatch(button, clock: clock) { [device, logger, say] recognized in
                let kind = recognized.press == .single ? "" : ", \(recognized.press.rawValue)"
                logger.info("\(device): its button was pressed\(kind)")
                say(.pressed(device, recognized.press, at: recognized.time))
            }
        }
    }

    private func located(_ value: [UInt8]) {
        do throws(GATTValueError) {
            guard let fix = try LocationAndSpeed(gattValue: value).fix(receivedAt: clock.now) else { return }
            say(.located(fix, device))
        } catch { logger.warning("\(device): \(error)") }
    }

    private func carryOut(_ downlink: Downlink, _ state: inout TagState) async throws(RadioError) {
        switch downlink {
        case .reference, .stored: break
        case .desired(let desired):
            state.desired = desired
            say(.received(.reported(state.reported), from: device))
        case .command(let command):
            do throws(RadioError) {
                let error = try await obey(command.verb)
                say(.received(.result(CommandResult(id: command.id, error: error)), from: device))
            } catch .refused(let tag, let doing, let code) {
                let reason = "\(RadioError.refused(tag, doing: doing, code: code))"
                say(.received(.result(CommandResult(id: command.id, error: reason)), from: device))
            } catch { throw error }
        }
    }

    /// Answers with why it was not done.
    private func obey(_ verb: Command.Verb) async throws(RadioError) -> String? {
        switch verb {
        case .ring, .stopRing:
            if let ringKey, let found = peer.characteristic(FindHubRing.characteristic) {
                return try await ring(verb == .ring, by: FindHubRing(key: ringKey), found)
            }
            return try await TagRinger(peer: peer, profile: profile, clock: clock).carryOut(verb)
        case .locate, .unregister: return profile.refusals[verb]
        }
    }
}

/// What is told of a tag that cannot tell it itself.
private struct TagState: Sendable {
    let model: String
    let hasButton: Bool
    var battery: Int?
    var desired: DesiredState?

    init(_ profile: TagProfile, hasButton: Bool) { (model, self.hasButton) = (profile.model, hasButton) }

    var reported: ReportedState {
        ReportedState(tag: model, battery: battery, hasButton: hasButton, desired: desired)
    }
}

extension ReportedState {
    /// What a gateway reports of a tag of another make, which is always on and over Bluetooth.
    init(tag model: String, battery: Int?, hasButton: Bool, desired: DesiredState?) {
        self.init(
            version: desired?.version ?? 0,
            power: .on,
            reportEvery: desired?.reportEvery ?? DesiredState.standardReportEvery,
            mode: .bluetooth,
            firmware: "",
            model: model,
            boot: 1,
            battery: battery,
            activeMode: .bluetooth,
            hasButton: hasButton
        )
    }
}
