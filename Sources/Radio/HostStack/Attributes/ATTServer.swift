import Bluetooth
import Tracking

/// The attribute server of a tag for one client, as long as its link stands: Core Specification 5.4, volume 3, part F.
struct ATTServer: Sendable {
    /// The longest value of an attribute: section 3.2.9.
    static let longestValue = 512
    static let smallestMTU = 23
    /// How many requests may wait behind one that the application has not answered; a good client has one only.
    static let inboxLimit = 16

    /// What ends with the link.
    struct Bearer: Sendable {
        var mtu = ATTServer.smallestMTU
        var hasExchangedMTU = false
        var inbox: [[UInt8]] = []
        var job: ATTJob?
        var prepared: [PreparedWrite] = []
        var indications: [AttributeUpdate] = []
        var unconfirmed: AttributeUpdate?
        var confirmationDeadline: Timestamp?
        /// After a timeout nothing more is sent or taken: section 3.3.3.
        var isDead = false
    }

    let ownMTU: Int
    private(set) var database: AttributeDatabase
    var bearer = Bearer()
    var client = ClientState()
    var awareness = ChangeAwareness.aware
    var security = LinkSecurity()

    init(database: AttributeDatabase, mtu: Int) {
        self.database = database
        ownMTU = min(max(mtu, Self.smallestMTU), 517)
        client.knownHash = database.hash
    }

    /// The database is another; whoever is connected is told by ``announceChange(at:to:)``.
    mutating func replace(_ database: AttributeDatabase) { self.database = database }

    mutating func receive(_ pdu: [UInt8], at now: Timestamp, to output: inout LinkOutput) {
        guard !bearer.isDead, let opcode = pdu.first else { return }
        switch opcode {
        case ATTOpcode.confirmation: confirmed(pdu, at: now, to: &output)
        // There is no client here that would want it, but its server waits for a confirmation.
        case ATTOpcode.indication: output.send([ATTOpcode.confirmation], on: .attributes)
        case let opcode where ATTOpcode.fromServer.contains(opcode): break
        default:
            guard bearer.inbox.count < Self.inboxLimit else { return }
            bearer.inbox.append(pdu)
            work(to: &output)
        }
    }

    mutating func answered(
        _ request: RequestNumber, _ result: Result<[UInt8], AttributeError>, to output: inout LinkOutput
    ) {
        guard bearer.job?.waiting == request else { return }
        bearer.job?.waiting = nil
        complete(result, to: &output)
        advance(to: &output)
        work(to: &output)
    }

    /// Takes what waits, in order, until the application has to be asked.
    private mutating func work(to output: inout LinkOutput) {
        while bearer.job == nil, !bearer.inbox.isEmpty {
            let pdu = bearer.inbox.removeFirst()
            handle(pdu[0], Array(pdu.dropFirst()), to: &output)
            advance(to: &output)
        }
    }

    private mutating func handle(_ opcode: UInt8, _ parameters: [UInt8], to output: inout LinkOutput) {
        do throws(ATTRequest.Invalid) {
            // Silence would leave the client waiting for 30 s.
            guard parameters.count < ownMTU else { throw .content }
            let request = try ATTRequest(opcode: opcode, parameters: parameters)
            guard admits(request, opcode, to: &output) else { return }
            carryOut(request, opcode, to: &output)
        } catch {
            // Bit 6 marks a command: nobody waits for an answer.
            guard opcode & 0x40 == 0 else { return }
            fail(opcode, 0, error == .opcode ? .requestNotSupported : .invalidPDU, to: &output)
        }
    }

    private mutating func carryOut(_ request: ATTRequest, _ opcode: UInt8, to output: inout LinkOutput) {
        switch request {
        case .exchangeMTU(let mtu): exchange(mtu, to: &output)
        case .findInformation(let range): findInformation(range, to: &output)
        case .findByTypeValue(let range, let type, let value): find(range, type, value, to: &output)
        case .readByType(let range, let type): readByType(range, type, to: &output)
        case .readByGroupType(let range, let type): readByGroupType(range, type, to: &output)
        case .read(let handle): bearer.job = ATTJob(opcode, .read, [.read(handle)])
        case .readBlob(let handle, let offset):
            bearer.job = ATTJob(opcode, .readBlob(offset: Int(offset)), [.read(handle)])
        case .readMultiple(let handles, let isVariable):
            bearer.job = ATTJob(opcode, .readMultiple(isVariable: isVariable), handles.map(ATTJob.Step.read))
        case .write(let handle, let value): bearer.job = ATTJob(opcode, .write, [.write(handle, value)])
        case .writeCommand(let handle, let value): command(handle, value, to: &output)
        case .prepareWrite(let handle, let offset, let value): prepare(handle, Int(offset), value, to: &output)
        case .executeWrite(let isCommitted): execute(isCommitted, to: &output)
        }
    }

    private mutating func exchange(_ mtu: UInt16, to output: inout LinkOutput) {
        output.send([ATTOpcode.exchangeMTU + 1] + UInt16(ownMTU).littleEndianBytes, on: .attributes)
        // It is exchanged once: section 3.4.2.1.
        guard !bearer.hasExchangedMTU else { return }
        bearer.hasExchangedMTU = true
        bearer.mtu = max(Self.smallestMTU, min(Int(mtu), ownMTU))
    }

    func fail(_ opcode: UInt8, _ handle: UInt16, _ error: AttributeError, to output: inout LinkOutput) {
        let bytes = [ATTOpcode.errorResponse, opcode] + handle.littleEndianBytes + [error.code]
        output.send(bytes, on: .attributes)
    }
}

/// A part of a long value that waits to be written.
struct PreparedWrite: Hashable, Sendable {
    let handle: UInt16
    let offset: Int
    let value: [UInt8]
}

/// Long and reliable writes: Core Specification 5.4, volume 3, part F, section 3.4.6.
extension ATTServer {
    /// A value of 512 bytes in the smallest parts takes 29 of them; two such may wait.
    static let preparedLimit = 64

    mutating func prepare(_ handle: UInt16, _ offset: Int, _ value: [UInt8], to output: inout LinkOutput) {
        let opcode = ATTOpcode.prepareWrite
        if let refusal = writeRefusal(handle) { return fail(opcode, handle, refusal, to: &output) }
        guard bearer.prepared.count < Self.preparedLimit else {
            return fail(opcode, handle, .prepareQueueFull, to: &output)
        }
        bearer.prepared.append(PreparedWrite(handle: handle, offset: offset, value: value))
        let echo = handle.littleEndianBytes + UInt16(truncatingIfNeeded: offset).littleEndianBytes + value
        output.send([ATTOpcode.response(to: opcode)] + echo, on: .attributes)
    }

    mutating func execute(_ isCommitted: Bool, to output: inout LinkOutput) {
        let opcode = ATTOpcode.executeWrite, parts = bearer.prepared
        bearer.prepared = []
        var steps: [ATTJob.Step] = []
        for part in isCommitted ? parts : [] {
            let known = steps.firstIndex { $0.handle == part.handle }
            var value: [UInt8] = []
            if let known, case .write(_, let start) = steps[known] { value = start }
            // Values are the application's, and whole: no part may be left out.
            guard part.offset == value.count else { return fail(opcode, part.handle, .invalidOffset, to: &output) }
            value += part.value
            guard value.count <= Self.longestValue else {
                return fail(opcode, part.handle, .invalidLength, to: &output)
            }
            let step = ATTJob.Step.write(part.handle, value)
            if let known { steps[known] = step } else { steps.append(step) }
        }
        bearer.job = ATTJob(opcode, .executeWrite, steps)
    }
}
