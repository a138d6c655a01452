extension SystemBus {
    /// Resolves a call of a standard interface; `nil` if it is none.
    func resolveStandard(_ request: BusRequest) throws(BusFailure) -> Resolution? {
        let caller = request.caller
        switch (caller.interface, caller.member) {
        case (BusName.introspectable, "Introspect"):
            try request.expect("")
            return .answer([.string(objects.introspection(of: caller.path))])
        case (BusName.objectManager, "GetManagedObjects") where objects.isObjectManager(caller.path):
            try request.expect("")
            return .answer([objects.managedObjects(below: caller.path)])
        case (BusName.properties, "Get"): return try get(request)
        case (BusName.properties, "GetAll"): return try getAll(request)
        case (BusName.properties, "Set"): return try set(request)
        case (BusName.introspectable, _), (BusName.properties, _):
            throw .unknownMethod(caller.member, of: caller.interface)
        default: return nil
        }
    }

    private func get(_ request: BusRequest) throws(BusFailure) -> Resolution {
        try request.expect("ss")
        let (_, property) = try property(request)
        return .answer([.variant(property.value)])
    }

    private func getAll(_ request: BusRequest) throws(BusFailure) -> Resolution {
        try request.expect("s")
        let name = request.text(0)
        let interfaces = objects.interfaces(at: request.caller.path).filter { name.isEmpty || $0.name == name }
        guard name.isEmpty || !interfaces.isEmpty else { throw .unknownInterface(name, at: request.caller.path) }
        let values = interfaces.map { $0.properties.mapValues(\.value) }
        return .answer([.properties(values.reduce(into: [:]) { $0.merge($1) { first, _ in first } })])
    }

    private func set(_ request: BusRequest) throws(BusFailure) -> Resolution {
        try request.expect("ssv")
        let (interface, property) = try property(request)
        let name = request.text(1)
        let value = request.arguments[2].contents
        let path = request.caller.path
        guard let setter = property.setter else { throw .readOnly(name, of: interface) }
        guard value.signature == property.value.signature else {
            throw .invalidArguments("\(name) is of type \(property.value.signature), not \(value.signature)")
        }
        return .handler { [weak self] _, caller throws(BusFailure) in
            try await setter(value, caller)
            // The object may be gone by now, which is no fault of the caller's.
            try? await self?.update(path, interface, [name: value])
            return []
        }
    }

    /// The property that the first two arguments name; an empty interface stands for any.
    private func property(_ request: BusRequest) throws(BusFailure) -> (interface: String, ExportedProperty) {
        let interface = request.text(0)
        let name = request.text(1)
        let path = request.caller.path
        let candidates = objects.interfaces(at: path).filter { interface.isEmpty || $0.name == interface }
        guard interface.isEmpty || !candidates.isEmpty else { throw .unknownInterface(interface, at: path) }
        for candidate in candidates {
            if let property = candidate.properties[name] { return (candidate.name, property) }
        }
        throw .unknownProperty(name, of: interface)
    }
}

extension BusRequest {
    fileprivate func text(_ index: Int) -> String {
        arguments.indices.contains(index) ? arguments[index].text ?? "" : ""
    }
}

extension BusValue {
    /// What a variant holds; it may be a variant again.
    fileprivate var contents: BusValue { if case .variant(let inner) = self { inner } else { self } }
}
