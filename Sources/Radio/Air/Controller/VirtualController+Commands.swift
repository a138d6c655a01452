/// How commands are answered.
extension VirtualController {
    mutating func answer(_ packet: HCI.CommandPacket, at time: AirTime) {
        let answer: HCI.Event
        do throws(HCI.Status) {
            guard configuration.supports(packet.opcode) else { throw .unknownCommand }
            try keepGeneration(packet.opcode)
            let values = try execute(try HCI.Command(packet), at: time)
            answer =
                packet.opcode.isAnsweredByStatus
                ? .commandStatus(.success, packet.opcode)
                : .commandComplete(packet.opcode, returning: [0] + values)
        } catch { answer = refusal(of: packet, error) }
        // The answer comes before the events that the command brings about.
        outputs.insert(.host(answer.bytes), at: 0)
    }

    /// A host that has used legacy commands may not use extended ones, nor the other way round, until a reset.
    ///
    /// Volume 4, part E, section 3.1.1.
    private mutating func keepGeneration(_ opcode: HCI.Opcode) throws(HCI.Status) {
        guard let isExtended = opcode.isExtended else { return }
        guard state.isExtendedHost ?? isExtended == isExtended else { throw .commandDisallowed }
        state.isExtendedHost = isExtended
    }

    private func refusal(of packet: HCI.CommandPacket, _ status: HCI.Status) -> HCI.Event {
        if status == .unknownCommand || packet.opcode.isAnsweredByStatus {
            return .commandStatus(status, packet.opcode)
        }
        return .commandComplete(packet.opcode, returning: [status.rawValue])
    }

    /// What is no packet: a command is refused by name, anything else is a fault of the transport.
    mutating func refuse(_ malformed: HCI.Malformed) {
        switch malformed {
        case .command(let opcode):
            let status: HCI.Status = configuration.supports(opcode) ? .invalidParameters : .unknownCommand
            emit(refusal(of: HCI.CommandPacket(opcode), status))
        case .kind, .length: emit(.hardwareError(1))
        }
    }

    /// Carries out a command, and returns the parameters after the status.
    private mutating func execute(_ command: HCI.Command, at time: AirTime) throws(HCI.Status) -> [UInt8] {
        switch command {
        case .device(let command): try execute(command)
        case .classic(let command): try execute(command, at: time)
        case .scan(let command): try execute(command, at: time)
        case .advertise(let command): try execute(command, at: time)
        case .connect(let command): try execute(command)
        case .link(let command): try execute(command)
        case .list(let command): try execute(command)
        }
    }
}
