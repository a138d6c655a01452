import Bluetooth
import Logging
import SystemBus

/// Answering what bluetoothd asks while a tag is paired.
extension BlueZRadio {
    static let agentPath: ObjectPath = "/org/tagalong/agent"

    /// The objects that bluetoothd calls.
    func export(on bus: SystemBus) async throws(BusError) -> [BusExport] {
        [try await bus.export(agent)] + (try await exportMonitor(on: bus))
    }

    /// Without an agent of ours, bluetoothd would ask another program's, or pair without asking.
    func registerAgent(_ session: Session) async {
        do throws(BusError) {
            try await call(
                BlueZName.root, BlueZName.agentManager, "RegisterAgent", [.path(Self.agentPath), "KeyboardDisplay"]
            )
        } catch  where error.kind == .alreadyExists {
        } catch { logger.warning("bluetoothd does not take our pairing agent: \(error.words)") }
    }

    private var agent: ExportedObject {
        ExportedObject(
            path: Self.agentPath,
            interfaces: [
                ExportedInterface(
                    name: BlueZName.agent,
                    methods: [
                        "Release": ExportedMethod { _, _ in [] },
                        "Cancel": method("") { radio, _ in
                            await radio.cancelQuestion()
                            return []
                        },
                        "RequestPinCode": method("o", "s") { radio, arguments throws(BusFailure) in
                            [.string(sixDigits(try await radio.passkey(arguments)))]
                        },
                        "DisplayPinCode": method("os") { radio, arguments throws(BusFailure) in
                            try await radio.show(arguments, arguments.last?.text.flatMap { Int($0) })
                        },
                        "RequestPasskey": method("o", "u") { radio, arguments throws(BusFailure) in
                            [.uint32(UInt32(clamping: try await radio.passkey(arguments)))]
                        },
                        "DisplayPasskey": method("ouq") { radio, arguments throws(BusFailure) in
                            // Called again for every digit that is typed.
                            guard arguments.last?.integer == 0 else { return [] }
                            return try await radio.show(arguments, arguments[1].integer)
                        },
                        "RequestConfirmation": method("ou") { radio, arguments throws(BusFailure) in
                            try await radio.confirm(arguments)
                        },
                        // Nothing to compare: who pairs has said yes already.
                        "RequestAuthorization": method("o") { radio, arguments throws(BusFailure) in
                            _ = try await radio.talk(arguments)
                            return []
                        },
                        "AuthorizeService": method("os") { radio, arguments throws(BusFailure) in
                            _ = try await radio.talk(arguments)
                            return []
                        },
                    ]
                )
            ]
        )
    }

    /// A method that only bluetoothd may call.
    private func method(
        _ inputs: String,
        _ outputs: String = "",
        _ body: @escaping @Sendable (BlueZRadio, [BusValue]) async throws(BusFailure) -> [BusValue]
    ) -> ExportedMethod {
        ExportedMethod(inputs: inputs, outputs: outputs) { [weak self] arguments, caller throws(BusFailure) in
            guard let self, await self.isOwner(caller.sender) else {
                throw BlueZError.rejected.failure("only bluetoothd may ask that")
            }
            return try await body(self, arguments)
        }
    }

    private func isOwner(_ sender: String) -> Bool { session?.owner == sender }

    /// The pairing in progress, if it is this tag's.
    private func talk(_ arguments: [BusValue]) throws(BusFailure) -> PairingTalk {
        guard let pairing, let device = arguments.first?.objectPath, device == pairing.device else {
            throw BlueZError.rejected.failure("this tag is not being paired")
        }
        return pairing
    }

    private func confirm(_ arguments: [BusValue]) async throws(BusFailure) -> [BusValue] {
        let talk = try talk(arguments)
        let number = arguments.last?.integer ?? 0
        let answer = await ask(talk) { .confirmed(await talk.person.confirms(number, shownBy: talk.tag)) }
        if case .confirmed(true) = answer { return [] }
        throw refuse(talk, .rejected, answer)
    }

    private func passkey(_ arguments: [BusValue]) async throws(BusFailure) -> Int {
        let talk = try talk(arguments)
        let answer = await ask(talk) { .passkey(await talk.person.passkey(shownBy: talk.tag)) }
        if case .passkey(let number?) = answer, (0...999_999).contains(number) { return number }
        throw refuse(talk, .canceled, answer)
    }

    private func show(_ arguments: [BusValue], _ number: Int?) async throws(BusFailure) -> [BusValue] {
        let talk = try talk(arguments)
        guard let number else { throw BlueZError.rejected.failure("only numbers can be shown") }
        pairing?.hasNumber = true
        // The answer says that the number is there to be seen, not that it was typed.
        Task { await talk.person.show(number, for: talk.tag) }
        return []
    }

    private func ask(
        _ talk: PairingTalk, _ question: @escaping @Sendable () async -> PairingTalk.Answer
    ) async -> PairingTalk.Answer {
        let task = Task { await question() }
        guard pairing?.number == talk.number else { return .nothing }
        pairing?.question = task
        pairing?.hasNumber = true
        let answer = await task.value
        return task.isCancelled ? .nothing : answer
    }

    /// Notes that the person has said no: bluetoothd tells only that it went wrong.
    private func refuse(_ talk: PairingTalk, _ failure: PairingFailure, _ answer: PairingTalk.Answer) -> BusFailure {
        if case .nothing = answer { return BlueZError.canceled.failure("the question was withdrawn") }
        if pairing?.number == talk.number { pairing?.refusal = failure }
        return (failure == .rejected ? BlueZError.rejected : .canceled).failure("the person said no")
    }

    private func cancelQuestion() { pairing?.cancel() }
}

/// A passkey as it is shown.
private func sixDigits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 6 - text.count)) + text
}
