internal import CSystemd

extension ExportedObject {
    /// Refuses names that D-Bus does not allow.
    func checkNames() throws(BusError) {
        for interface in interfaces {
            guard unsafe sd_bus_interface_name_is_valid(interface.name) > 0 else {
                throw .invalid("\"\(interface.name)\" is not the name of an interface")
            }
            try interface.checkSignatures()
            let members = [
                Array(interface.methods.keys), Array(interface.properties.keys), Array(interface.signals.keys),
            ]
            for member in members.joined() where unsafe sd_bus_member_name_is_valid(member) <= 0 {
                throw .invalid("\"\(member)\" is not the name of a member of \(interface.name)")
            }
        }
    }
}

extension ExportedInterface {
    fileprivate func checkSignatures() throws(BusError) {
        let methods = methods.values.flatMap { [$0.inputs, $0.outputs] }
        for signature in methods + signals.values where Signature.types(signature) == nil {
            throw .invalid("\"\(signature)\" in \(name) is not a signature")
        }
    }
}
