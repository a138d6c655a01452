extension SystemBus {
    func serve(_ request: BusRequest) {
        do throws(BusFailure) {
            switch try resolve(request) {
            case .answer(let values): connection.answer(request.identifier, .success(values))
            case .handler(let handler): start(handler, request)
            }
        } catch { connection.answer(request.identifier, .failure(error)) }
    }

    enum Resolution {
        case answer([BusValue])
        case handler(ExportedMethod.Handler)
    }

    private func resolve(_ request: BusRequest) throws(BusFailure) -> Resolution {
        let caller = request.caller
        guard objects.contains(caller.path) else { throw .unknownObject(caller.path) }
        if let resolution = try resolveStandard(request) { return resolution }
        let candidates = objects.interfaces(at: caller.path)
            .filter { caller.interface == nil || caller.interface == $0.name }
        if let interface = caller.interface, candidates.isEmpty { throw .unknownInterface(interface, at: caller.path) }
        guard let method = candidates.compactMap({ $0.methods[caller.member] }).first else {
            throw .unknownMethod(caller.member, of: caller.interface)
        }
        try request.expect(method.inputs)
        return .handler(method.handler(checking: caller.member))
    }

    private func start(_ handler: @escaping ExportedMethod.Handler, _ request: BusRequest) {
        let identifier = request.identifier
        // The task is queued behind those begun before it, on this actor's thread.
        running[identifier] = Task {
            let result: Result<[BusValue], BusFailure>
            do throws(BusFailure) {
                result = .success(try await handler(request.arguments, request.caller))
            } catch { result = .failure(error) }
            self.running[identifier] = nil
            self.connection.answer(identifier, result)
        }
    }
}

extension BusRequest {
    func expect(_ signature: String) throws(BusFailure) {
        guard arguments.signature == signature else {
            throw .invalidArguments(
                "\(caller.member) takes arguments of type \"\(signature)\", not \"\(arguments.signature)\""
            )
        }
    }
}

extension ExportedMethod {
    /// The handler with a check of what it returns.
    fileprivate func handler(checking member: String) -> Handler {
        let (outputs, handler) = (outputs, handler)
        return { arguments, caller throws(BusFailure) in
            let values = try await handler(arguments, caller)
            guard values.signature == outputs else {
                throw .failed("\(member) made an answer of type \"\(values.signature)\", not \"\(outputs)\"")
            }
            return values
        }
    }
}
