import Bluetooth
import Messages
import Ranging
import Tracking

/// `calibrate`: how strongly a registered tag is heard, distance by distance, and what is kept of that.
extension RequestCoordinator {
    func calibrate(_ device: DeviceID, _ request: GatewayRequest) async throws(MessageError) {
        guard let action = request.action else {
            let actions = CalibrationAction.allCases.map(\.rawValue).joined(separator: ", ")
            throw GatewayRequest.missing("action", "one of \(actions)")
        }
        let now = clock.now
        calibrations = calibrations.filter { !$0.value.isExpired(at: now) }
        switch action {
        case .show: await tell(device, request, "")
        case .measure:
            guard let distance = request.distance else {
                throw GatewayRequest.missing("distance_m", "the distance of the tag in metres, 0.5 to 50,")
            }
            await measure(device, at: distance, request)
        case .store: await store(device, request)
        case .cancel: await cancel(device, request)
        case .forget: await keep(nil, of: device, request, "its distances are the usual ones again")
        }
    }

    // MARK: Measuring

    private func measure(_ device: DeviceID, at distance: Double, _ request: GatewayRequest) async {
        guard await isRegistered(device, request, "calibrate") else { return }
        guard calibrations[device]?.running == nil else {
            return await refuse(request, "\(device) is being measured already: wait until that is over, or cancel it")
        }
        let seconds = request.seconds ?? CalibrationAction.usualDuration
        let now = clock.now
        calibrations[device, default: CalibrationSession(at: now)]
            .begin(request.transaction, at: distance, for: seconds, at: now)
        let stop: @Sendable (RequestCoordinator) async -> Void = { await $0.stop(device, request) }
        work("calibrate", request, otherwise: stop) { await $0.listen(to: device, for: seconds, request) }
    }

    private func listen(to device: DeviceID, for seconds: Int, _ request: GatewayRequest) async {
        let isLinked = await tags.isLinked(device)
        guard await takeTag(device) else {
            stop(device, request)
            return await refuse(request, "\(device) is being measured already: try again in a moment")
        }
        var (isWanted, left) = (true, seconds)
        while isWanted, left > 0, !Task.isCancelled {
            left -= 1
            try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)), tolerance: nil)
            isWanted = await progress(device, request)
            // It counts as gone a minute after it was let go.
            if isLinked, left % 20 == 0 { await tags.keepsResting(device) }
        }
        await tags.endMeasuring(device)
        guard isWanted, !Task.isCancelled else {
            stop(device, request)
            return await refuse(request, "the measurement was cancelled")
        }
        await finish(device, request)
    }

    /// Has the tag to itself; one that was cancelled a moment ago is let go within a second.
    private func takeTag(_ device: DeviceID) async -> Bool {
        for _ in 0..<12 {
            if await tags.beginMeasuring(device) { return true }
            try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(250)), tolerance: nil)
        }
        return false
    }

    /// Tells how far it is; false when nobody wants it any more.
    private func progress(_ device: DeviceID, _ request: GatewayRequest) async -> Bool {
        let strengths = await tags.strengths(of: device)
        guard calibrations[device]?.hear(strengths, in: request.transaction) == true else { return false }
        guard let distance = calibrations[device]?.running?.distance else { return false }
        await tell(device, request, "measuring at \(Calibration.text(distance)) m", .working)
        return calibrations[device]?.running?.transaction == request.transaction
    }

    private func finish(_ device: DeviceID, _ request: GatewayRequest) async {
        guard let running = calibrations[device]?.running, running.transaction == request.transaction else {
            return await refuse(request, "the measurement was cancelled")
        }
        do throws(Calibration.Failure) { try calibrations[device]?.end(at: clock.now) } catch {
            return await refuse(request, "\(error)")
        }
        await tell(device, request, "measured at \(Calibration.text(running.distance)) m")
    }

    private func stop(_ device: DeviceID, _ request: GatewayRequest) {
        guard calibrations[device]?.running?.transaction == request.transaction else { return }
        calibrations[device]?.stop(at: clock.now)
    }

    /// Ends what is being measured; where nothing is, what was measured is forgotten.
    private func cancel(_ device: DeviceID, _ request: GatewayRequest) async {
        guard calibrations[device]?.running == nil else {
            calibrations[device]?.stop(at: clock.now)
            return await tell(device, request, "the measurement was cancelled")
        }
        calibrations[device] = nil
        await tell(device, request, "what was measured is forgotten")
    }

    // MARK: What comes of it

    private func store(_ device: DeviceID, _ request: GatewayRequest) async {
        guard let entry = await entry(device) else { return await refuse(request, device) }
        guard let session = calibrations[device], !session.levels.isEmpty else {
            return await refuse(request, "nothing was measured of \(device): measure it at 5 m and at 10 m first")
        }
        guard session.running == nil else {
            return await refuse(request, "\(device) is being measured: wait until that is over, or cancel it")
        }
        let usual = tags.usualPathLoss(of: entry)
        do throws(Calibration.Failure) {
            let measured = try MeasuredPathLoss(levels: session.levels.best, usual: usual)
            await keep(measured.pathLoss, of: device, request, "the calibration is stored with the tag")
        } catch { await refuse(request, "\(error)") }
    }

    private func keep(
        _ pathLoss: PathLoss?, of device: DeviceID, _ request: GatewayRequest, _ message: String
    ) async {
        do throws(RegistryError) { try tags.file.calibrate(device, pathLoss) } catch {
            return await refuse(request, "\(error)")
        }
        // What it was measured for is done.
        if calibrations[device]?.running == nil { calibrations[device] = nil }
        await tags.readRegistry()
        await tell(device, request, message)
    }

    // MARK: Answers

    private func tell(
        _ device: DeviceID, _ request: GatewayRequest, _ message: String, _ state: GatewayResponse.State = .done
    ) async {
        guard let entry = await entry(device) else { return await refuse(request, device) }
        var response = GatewayResponse(transaction: request.transaction, state: state)
        response.tracker = "\(device)"
        if !message.isEmpty { response.message = message }
        response.calibration = CalibrationStatus(
            entry, usual: tags.usualPathLoss(of: entry), calibrations[device], at: clock.now
        )
        await respond(response, "calibrate")
    }

    private func entry(_ device: DeviceID) async -> TagEntry? {
        await tags.registered.first { $0.device == device }
    }

    private func refuse(_ request: GatewayRequest, _ device: DeviceID) async {
        await refuse(request, "no tag '\(device)' is paired with this gateway")
    }

    private func refuse(_ request: GatewayRequest, _ error: String) async {
        await respond(GatewayResponse(transaction: request.transaction, error: error), "calibrate")
    }
}
