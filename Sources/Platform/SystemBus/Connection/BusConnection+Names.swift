internal import CSystemd

extension BusConnection {
    /// Follows a name's owner until ``untrack(_:)``.
    ///
    /// Asked in this order, and answers being taken as they come, no change can be missed. The completion is called
    /// when the owner is known; after an error the name is not followed.
    func track(_ name: String, _ completion: @escaping (Result<Void, BusError>) -> Void) {
        guard unsafe sd_bus_service_name_is_valid(name) > 0 else {
            return completion(.failure(.invalid("\"\(name)\" is not the name of a program")))
        }
        let isNew = names[name] == nil
        let tracked = names[name] ?? TrackedName(name)
        names[name] = tracked
        tracked.users += 1
        tracked.whenKnown(completion)
        guard isNew else { return }
        do throws(BusError) {
            try send(.ofBus("AddMatch", [.string(Self.rule(name))])) { [weak self] result in
                if case .failure(let error) = result { self?.remove(tracked, error) }
            }
            try send(.ofBus("GetNameOwner", [.string(name)])) { [weak self] result in
                self?.answered(tracked, result)
            }
        } catch { remove(tracked, error) }
    }

    func untrack(_ name: String) {
        guard let tracked = names[name] else { return }
        tracked.users -= 1
        guard tracked.users == 0 else { return }
        names[name] = nil
        removeMatch(Self.rule(name))
    }

    /// Takes back a rule; an error would mean that it is gone already.
    func removeMatch(_ rule: String) { _ = try? send(.ofBus("RemoveMatch", [.string(rule)])) { _ in } }

    private func answered(_ tracked: TrackedName, _ result: Result<[BusValue], BusError>) {
        switch result {
        case .success(let values): tracked.becameKnown(.success(values.first?.text))
        case .failure(let error) where error.failureName == BusFailure.nameHasNoOwner:
            tracked.becameKnown(.success(nil))
        case .failure(let error): remove(tracked, error)
        }
    }

    private func remove(_ tracked: TrackedName, _ error: BusError) {
        if names[tracked.name] === tracked { names[tracked.name] = nil }
        tracked.becameKnown(.failure(error))
    }

    private static func rule(_ name: String) -> String {
        BusMatch(sender: BusName.bus, interface: BusName.bus, member: "NameOwnerChanged", firstArgument: name).rule
    }
}
