import Air
import Bluetooth
import Gateway
import Messages
import RadioSupport
import Testing
import Tracking

/// `calibrate` over the bus.
@Suite(.timeLimit(.minutes(30))) struct CalibrationRequestTests {
    /// A gateway with a paired tag that keeps a link as a rule, and is heard so strongly, in dBm; nil for not at all.
    private func run(_ strength: Strength, _ body: (TagGatewayBench) async throws -> Void) async throws {
        let bench = try await TagGatewayBench()
        await bench.bench.air.add(
            AirTag(address: ForeignTag.address, advertisement: ForeignTag.advertisement, server: ForeignTag())
        )
        try await bench.running(advertising: []) {
            let advertising = Task {
                while !Task.isCancelled {
                    if let rssi = await strength.rssi {
                        await bench.bench.air.advertise(ForeignTag.address, rssi: rssi)
                    }
                    await strength.finish()
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            defer { advertising.cancel() }
            try #require(try await bench.pair("iTAG", as: "Purse")?.tracker == "sam/purse")
            try await body(bench)
        }
    }

    /// How strongly the tag is heard at this moment.
    private actor Strength {
        var rssi: Int?
        /// How often the tag has advertised, or kept silent.
        private(set) var rounds = 0
        init(_ rssi: Int?) { self.rssi = rssi }
        func set(_ rssi: Int?) { self.rssi = rssi }
        func finish() { rounds += 1 }
    }

    /// Has the tag heard so strongly from now on, and waits until nothing of before is on its way any more.
    private func set(_ strength: Strength, _ rssi: Int?, _ bench: TagGatewayBench) async throws {
        await strength.set(rssi)
        let before = await strength.rounds
        try #require(try await bench.bench.eventually { await strength.rounds >= before + 2 })
        if let rssi { return try await wait(bench) { ($0 - Double(rssi)).magnitude < 0.1 } }
        // Reports come in their order: after this very strong one there is none.
        for _ in 0..<30 { await bench.bench.air.advertise(ForeignTag.address, rssi: -95) }
        try await wait(bench) { $0 < -90 }
        await bench.bench.air.advertise(ForeignTag.address, rssi: -20)
        try await wait(bench) { $0 > -80 }
    }

    /// Waits until the smoothed strength of the tag is such.
    private func wait(_ bench: TagGatewayBench, until isSuch: (Double) -> Bool) async throws {
        try #require(
            try await bench.bench.eventually {
                let tag = await bench.gateway.tags.tags.first { $0.address == ForeignTag.address }
                return tag?.strength.map(isSuch) ?? false
            }
        )
    }

    private func request(
        _ action: CalibrationAction?, _ transaction: String, at distance: Double? = nil
    ) -> GatewayRequest {
        var request = GatewayRequest(transaction: transaction, tag: "sam/purse")
        // Three seconds of the world: on a busy machine not one brings the eight reports that are needed.
        (request.action, request.distance, request.seconds) = (action, distance, action == .measure ? 15 : nil)
        return request
    }

    /// Asks, and waits for the last answer.
    private func ask(_ request: GatewayRequest, _ bench: TagGatewayBench) async throws -> GatewayResponse {
        bench.request("calibrate", request)
        return try await end(of: request.transaction, bench)
    }

    private func end(of transaction: String, _ bench: TagGatewayBench) async throws -> GatewayResponse {
        func ended() throws -> GatewayResponse? {
            try bench.responses("calibrate").first {
                $0.transaction == transaction && ($0.state == .done || $0.state == .failed)
            }
        }
        _ = try await bench.bench.eventually { try ended() != nil }
        return try #require(try ended())
    }

    private func stored(_ bench: TagGatewayBench) throws -> PathLoss? {
        try bench.bench.file.read().entries.first?.calibration
    }

    @Test func `a linked tag is let go, measured at two distances, stored, and linked again`() async throws {
        let strength = Strength(-70)
        try await run(strength) { bench in
            let purse = DeviceID(owner: bench.bench.sam, device: try Name("purse"))
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(purse) })
            let before = try await ask(request(.show, "s0"), bench)
            let usual = try #require(before.calibration?.usual)
            #expect(before.calibration == CalibrationStatus(usual: usual))

            let near = try await ask(request(.measure, "m5", at: 5), bench)
            #expect(near.state == .done, "\(near.error ?? "")")
            let level = try #require(near.calibration?.levels.first)
            #expect(level.distance == 5 && level.strength == -70 && level.reports >= 8)
            let steps = try bench.responses("calibrate").filter { $0.transaction == "m5" && $0.state == .working }
            #expect(steps.first?.message == "measuring at 5 m")
            #expect(steps.contains { $0.calibration?.measuring?.distance == 5 })

            try await set(strength, -76, bench)
            let far = try await ask(request(.measure, "m10", at: 10), bench)
            #expect(far.calibration?.levels.map(\.distance) == [5, 10])
            let found = try #require(far.calibration?.found)
            #expect(found.powerAtOneMetre > -60 && found.powerAtOneMetre < -52)
            #expect(try stored(bench) == nil, "nothing is stored before somebody says so")

            let kept = try await ask(request(.store, "k"), bench)
            #expect(kept.state == .done && kept.calibration?.levels == [])
            #expect(try stored(bench)?.powerAtOneMetre == found.powerAtOneMetre)
            #expect(kept.calibration?.stored?.powerAtOneMetre == found.powerAtOneMetre)
            #expect(kept.calibration?.stored?.exponent == found.exponent)
            #expect(try await bench.bench.eventually { await bench.gateway.tags.isLinked(purse) })

            let usualAgain = try await ask(request(.forget, "f"), bench)
            #expect(usualAgain.state == .done && usualAgain.calibration?.stored == nil)
            #expect(try stored(bench) == nil)
        }
    }

    @Test func `a silent tag is told as such, and one that is stronger farther away is not stored`() async throws {
        let strength = Strength(-60)
        try await run(strength) { bench in
            try await set(strength, nil, bench)
            // No shorter one is taken.
            var shortest = request(.measure, "m0", at: 5)
            shortest.seconds = 5
            let silent = try await ask(shortest, bench)
            #expect(silent.error?.hasPrefix("nothing was heard of the tag at 5 m") == true)
            try await set(strength, -80, bench)
            #expect(try await ask(request(.measure, "m1", at: 5), bench).state == .done)
            try await set(strength, -60, bench)
            let reversed = try await ask(request(.measure, "m2", at: 10), bench)
            #expect(reversed.state == .done && reversed.calibration?.found == nil)
            #expect(reversed.calibration?.problem?.contains("more strongly by 20 dB where it was farther away") == true)
            #expect(try await ask(request(.store, "k"), bench).error == reversed.calibration?.problem)
            #expect(try stored(bench) == nil)
            // The level that was wrong is measured anew.
            try await set(strength, -86, bench)
            #expect(try await ask(request(.measure, "m3", at: 10), bench).calibration?.found != nil)
        }
    }

    @Test func `one is measured at a time, and one that is cancelled leaves nothing`() async throws {
        try await run(Strength(-60)) { bench in
            var long = request(.measure, "m1", at: 5)
            long.seconds = 120
            bench.request("calibrate", long)
            #expect(
                try await bench.bench.eventually {
                    try bench.responses("calibrate").contains { $0.state == .working }
                }
            )
            let second = try await ask(request(.measure, "m2", at: 10), bench)
            #expect(second.error?.contains("is being measured already") == true)
            #expect(try await ask(request(.store, "k1"), bench).state == .failed)
            let shown = try await ask(request(.show, "s"), bench)
            #expect(shown.calibration?.measuring?.distance == 5)
            #expect(try await ask(request(.cancel, "c"), bench).calibration?.measuring == nil)
            // The next one may follow at once.
            let next = try await ask(request(.measure, "m3", at: 2.5), bench)
            #expect(next.calibration?.levels.map(\.distance) == [2.5])
            #expect(try await end(of: "m1", bench).error == "the measurement was cancelled")
            #expect(try await ask(request(.cancel, "c2"), bench).calibration?.levels == [])
        }
    }

    @Test func `what cannot be done is refused in a sentence`() async throws {
        try await run(Strength(-60)) { bench in
            #expect(try await ask(request(nil, "a"), bench).error?.hasPrefix("action: one of show, measure,") == true)
            #expect(try await ask(request(.measure, "b"), bench).error?.hasPrefix("distance_m: ") == true)
            let empty = try await ask(request(.store, "c"), bench)
            #expect(empty.error?.hasPrefix("nothing was measured of sam/purse") == true)
            var unknown = request(.measure, "d", at: 5)
            unknown.tag = "sam/nothing"
            let refusal = "no tag 'sam/nothing' is paired with this gateway"
            #expect(try await ask(unknown, bench).error == refusal)
            for (index, action) in [CalibrationAction.show, .store, .cancel, .forget].enumerated() {
                var other = request(action, "e\(index)")
                other.tag = "sam/nothing"
                #expect(try await ask(other, bench).error == refusal)
            }
            let wrong = [#""distance_m":0.4"#, #""distance_m":51"#, #""seconds":4"#, #""seconds":121"#]
            for (index, field) in wrong.enumerated() {
                let start = #"{"_type":"request","transaction":"w\#(index)","tag":"sam/purse","action":"measure""#
                let text = "\(start),\(field)}"
                let topic = Topics().gatewayRequest(bench.bench.gateway, verb: "calibrate")
                bench.bus.say(Message(topic: topic, payload: Array(text.utf8)))
                let error = try await end(of: "w\(index)", bench).error
                let key = field.split(separator: "\"")[0]
                #expect(error?.hasPrefix("\(key): ") == true, "\(error ?? "")")
            }
        }
    }
}
