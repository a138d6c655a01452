extension SystemBus {
    /// Puts an object on the bus, and keeps it there as long as what is returned lives; another with the same path is
    /// completed if their interfaces differ.
    ///
    /// - Throws: ``BusError/invalid(_:)`` for a name that is none or an interface that is there already.
    public func export(_ object: ExportedObject) throws(BusError) -> BusExport {
        try connection.ensureOpen()
        try object.checkNames()
        let identifier = connection.nextIdentifier()
        try objects.add(object, identifier)
        announce(object, "InterfacesAdded", ObjectTree.describe(object.interfaces))
        return BusExport(self, object.path, identifier)
    }

    func remove(_ identifier: UInt64) {
        guard let object = objects.remove(identifier) else { return }
        announce(object, "InterfacesRemoved", .strings(object.interfaces.map(\.name)))
    }

    func update(_ path: ObjectPath, _ interface: String, _ values: [String: BusValue]) throws(BusError) {
        var changed: [String: BusValue] = [:]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let old = objects.update(value, name, of: interface, at: path) else {
                throw .invalid("\(path) has no property \(interface).\(name) of type \(value.signature)")
            }
            if old.isAnnounced, old.value != value { changed[name] = value }
        }
        guard !changed.isEmpty else { return }
        try emitPropertiesChanged(path: path, interface: interface, changed: changed)
    }

    private func announce(_ object: ExportedObject, _ member: String, _ what: BusValue) {
        guard !object.interfaces.isEmpty else { return }
        for manager in objects.managers(above: object.path) {
            let arguments: [BusValue] = [.path(object.path), what]
            // Fails only when the connection has ended, which is told elsewhere.
            try? emit(
                BusSignal(path: manager, interface: BusName.objectManager, member: member, arguments: arguments)
            )
        }
    }
}
