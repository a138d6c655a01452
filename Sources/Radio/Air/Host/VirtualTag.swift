public import Bluetooth
public import HostStack
public import Tracking

/// A tag on virtual adapters: its host stack in the air, and the server that answers for attributes, if it needs one.
public struct VirtualTag: Sendable {
    /// What happens to it, for whoever stands beside it.
    public enum Event: Hashable, Sendable {
        case connected(LinkAddress)
        case disconnected(LinkAddress, reason: HCI.Status)
        /// The six digits are to be typed at the central.
        case passkey(Int)
        /// The six digits are to be the same at the central.
        case compare(Int)
        case paired(PairingOutcome)
        case pairingFailed(HostStack.PairingFailure)
        /// It begins to sound by itself or for a stranger, or falls silent.
        case sounds(Bool)
        /// It has another address from now on.
        case readdressed(LinkAddress)
    }

    public let id: TagID
    public let address: LinkAddress
    private let hosted: HostedTag
    private let server: (any AttributeServer)?
    private let notices: AsyncStream<HostedTag.Notice>

    /// A tag in the air, whose server answers for the attributes that are not of the parts.
    public init(
        _ id: TagID,
        host: TagHost,
        advertisement: AdvertisingSet,
        parts: TagServices? = nil,
        owner: HostedTag.Owner = .told,
        server: (any AttributeServer)?,
        start: Timestamp
    ) {
        // Each waits for an answer or happens seldom, so that few are ever kept.
        let (notices, notice) = AsyncStream.makeStream(of: HostedTag.Notice.self)
        (self.id, self.server, self.notices) = (id, server, notices)
        hosted = HostedTag(host, advertisement: advertisement, parts: parts, owner: owner, start: start) {
            notice.yield($0)
        }
        address = LinkAddress(host.address)
    }

    /// Puts the tag into the air, where it advertises.
    public func place(in medium: inout Medium) {
        medium.place(id, peer: hosted)
        medium.advertise(id, hosted.advertisement)
    }

    /// Lets the server answer, until the task is cancelled; `agrees` tells whether the central shows the same six
    /// digits.
    public func run(
        on adapters: VirtualAdapters,
        agrees: @escaping @Sendable (Int) async -> Bool,
        look: @escaping @Sendable (Event) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            if let server {
                group.addTask { for await update in server.updates { await deliver(.update(update), adapters) } }
            }
            var links = 0
            for await notice in notices {
                if let event = event(notice) { look(event) }
                switch notice {
                case .connected:
                    links += 1
                    if links == 1 { await server?.link(isUp: true) }
                case .disconnected:
                    links -= 1
                    if links == 0 { await server?.link(isUp: false) }
                case .sound, .address: break
                case .host(.compare(let number), let link):
                    // A person takes time, for which the other centrals do not wait.
                    group.addTask {
                        let isSame = await agrees(Int(number))
                        await deliver(.link(link, .comparisonConfirmed(isSame)), adapters)
                    }
                case .host(let effect, _):
                    if let event = await server?.answer(effect) { await deliver(event, adapters) }
                }
            }
        }
    }

    private func deliver(_ event: HostEvent, _ adapters: VirtualAdapters) async {
        await adapters.change { [id] medium in medium.deliver(id, event) }
    }

    private func event(_ notice: HostedTag.Notice) -> Event? {
        switch notice {
        case .connected(let central): .connected(central)
        case .disconnected(let central, let reason): .disconnected(central, reason: reason)
        case .host(.showPasskey(let number), _): .passkey(Int(number))
        case .host(.compare(let number), _): .compare(Int(number))
        case .host(.paired(let pairing), _): .paired(pairing)
        case .host(.pairingFailed(let failure), _): .pairingFailed(failure)
        case .sound(let isOn): .sounds(isOn)
        case .address(let address): .readdressed(address)
        case .host: nil
        }
    }
}

extension AttributeServer {
    /// Answers what a host asks of the application; nil where there is nothing to answer.
    public func answer(_ effect: LinkEffect) async -> HostEvent? {
        switch effect {
        case .read(let name, let link, let request):
            do throws(AttributeError) {
                return .answered(request, .success(try await read(name, over: link)))
            } catch { return .answered(request, .failure(error)) }
        case .write(let value, let name, let link, let request):
            do throws(AttributeError) {
                try await write(value, to: name, over: link)
                return request.map { .answered($0, .success([])) }
            } catch { return request.map { .answered($0, .failure(error)) } }
        case .subscribed(let name, let isSubscribed):
            await subscribed(to: name, isSubscribed)
            return nil
        case .send, .disconnect, .showPasskey, .askPasskey, .compare, .paired, .pairingFailed, .parametersAnswered:
            return nil
        }
    }
}
