import Bluetooth

/// Requests that read or write values, step by step, as the application answers.
extension ATTServer {
    private enum Outcome {
        case done(Result<[UInt8], AttributeError>)
        case asked(RequestNumber)
    }

    /// Goes on with the request under way until the application has to be asked, or the response is sent.
    mutating func advance(to output: inout LinkOutput) {
        while let job = bearer.job, job.waiting == nil {
            guard !job.isComplete(mtu: bearer.mtu), let step = job.steps.first else {
                return finish(job, to: &output)
            }
            switch perform(step, to: &output) {
            case .done(let result): complete(result, to: &output)
            case .asked(let request): bearer.job?.waiting = request
            }
        }
    }

    /// Takes the result of the step under way.
    mutating func complete(_ result: Result<[UInt8], AttributeError>, to output: inout LinkOutput) {
        guard var job = bearer.job, let step = job.steps.popFirst() else { return }
        switch result {
        case .success(let value):
            job.values.append((step.handle, Array(value.prefix(Self.longestValue))))
            bearer.job = job
        case .failure(let error):
            // A list ends before the value that cannot be had; only the first such value is an error.
            if job.kind == .readByType, !job.values.isEmpty { return finish(job, to: &output) }
            bearer.job = nil
            fail(job.opcode, step.handle, error, to: &output)
        }
    }

    private mutating func finish(_ job: ATTJob, to output: inout LinkOutput) {
        bearer.job = nil
        if let response = job.response(mtu: bearer.mtu) { return output.send(response, on: .attributes) }
        fail(job.opcode, job.values.first?.handle ?? 0, .invalidOffset, to: &output)
    }

    private mutating func perform(_ step: ATTJob.Step, to output: inout LinkOutput) -> Outcome {
        switch step {
        case .read(let handle): read(handle, to: &output)
        case .write(let handle, let value): write(handle, value, to: &output)
        }
    }

    private mutating func read(_ handle: UInt16, to output: inout LinkOutput) -> Outcome {
        guard let attribute = database[handle] else { return .done(.failure(.invalidHandle)) }
        switch attribute.content {
        case .fixed(let value): return .done(.success(value))
        case .configuration(let name, _):
            return .done(.success(client.configuration(of: name).littleEndianBytes))
        case .serviceChanged: return .done(.failure(.readNotPermitted))
        case .clientFeatures: return .done(.success([client.features]))
        case .databaseHash: return .done(.success(database.hash.littleEndianBytes))
        case .value(let name, let characteristic):
            guard characteristic.properties.contains(.read) else { return .done(.failure(.readNotPermitted)) }
            if characteristic.needsEncryption, let refusal = security.refusal { return .done(.failure(refusal)) }
            let request = output.nextRequest()
            output.emit(.read(name, over: security.state, request: request))
            return .asked(request)
        }
    }

    private mutating func write(_ handle: UInt16, _ value: [UInt8], to output: inout LinkOutput) -> Outcome {
        if let refusal = writeRefusal(handle) { return .done(.failure(refusal)) }
        guard value.count <= Self.longestValue else { return .done(.failure(.invalidLength)) }
        switch database[handle]?.content {
        case .value(let name, _):
            let request = output.nextRequest()
            output.emit(.write(value, to: name, over: security.state, request: request))
            return .asked(request)
        case .configuration(let name, let characteristic):
            return .done(configure(name, characteristic, value, to: &output))
        case .clientFeatures: return .done(setFeatures(value))
        case .fixed, .serviceChanged, .databaseHash, nil: return .done(.failure(.writeNotPermitted))
        }
    }

    /// What keeps a client from writing an attribute; nil where nothing does.
    func writeRefusal(_ handle: UInt16) -> AttributeError? {
        guard let attribute = database[handle] else { return .invalidHandle }
        switch attribute.content {
        case .fixed, .serviceChanged, .databaseHash: return .writeNotPermitted
        case .clientFeatures: return nil
        case .configuration(_, let characteristic): return characteristic.needsEncryption ? security.refusal : nil
        case .value(_, let characteristic):
            guard characteristic.properties.contains(.write) else { return .writeNotPermitted }
            return characteristic.needsEncryption ? security.refusal : nil
        }
    }

    /// A write command: what is not allowed is passed over in silence.
    func command(_ handle: UInt16, _ value: [UInt8], to output: inout LinkOutput) {
        guard case .value(let name, let characteristic) = database[handle]?.content,
            characteristic.properties.contains(.writeWithoutResponse), value.count <= Self.longestValue,
            !characteristic.needsEncryption || security.isEncrypted
        else { return }
        output.emit(.write(value, to: name, over: security.state, request: nil))
    }
}
