internal import ServiceLifecycle
internal import Tracking

extension NotificationService {
    /// A channel as it is served.
    struct Line: Sendable {
        let configuration: ChannelConfiguration
        let channel: any NotificationChannel
        let bell = Doorbell()

        init(_ configuration: ChannelConfiguration, _ channel: any NotificationChannel) {
            (self.configuration, self.channel) = (configuration, channel)
        }
    }

    /// Channels that come and go while the service runs.
    public struct ComingChannels: Sendable {
        let all: @Sendable () throws -> [(ChannelConfiguration, any NotificationChannel)]
        let mayHear: @Sendable (ChannelConfiguration, Notice) throws -> Bool

        /// The channels that there are now, and whether one of them may be told of a notice.
        public init(
            _ all: @escaping @Sendable () throws -> [(ChannelConfiguration, any NotificationChannel)],
            mayHear: @escaping @Sendable (ChannelConfiguration, Notice) throws -> Bool
        ) {
            (self.all, self.mayHear) = (all, mayHear)
        }
    }

    /// Takes note that channels may have come or gone; returns at once.
    public nonisolated func lookForChannels() { looks.continuation.yield() }

    /// Whether a channel may be told of a notice, beside its audience.
    func mayHear(_ configuration: ChannelConfiguration, _ notice: Notice) throws -> Bool {
        guard case .push = configuration.kind, let coming else { return true }
        return try coming.mayHear(configuration, notice)
    }

    /// Serves the channels that come, each until it goes.
    func serveComing() async {
        await withDiscardingTaskGroup { group in
            for line in lines.dropFirst(fixed) { group.addTask { await self.serve(line) } }
            for await _ in looks.stream.cancelOnGracefulShutdown() {
                var new: [Line] = []
                await persist { new = try updateLines() }
                for line in new { group.addTask { await self.serve(line) } }
            }
        }
    }

    /// Takes in which channels have come, and which have gone; returns those that have come.
    func updateLines() throws -> [Line] {
        guard let coming else { return [] }
        let wanted = try coming.all()
        let names = Set(wanted.map(\.0.name))
        let gone = lines.dropFirst(fixed).filter { !names.contains($0.configuration.name) }
        for line in gone { try outbox.remove(line.configuration.name) }
        let known = Set(lines.map(\.configuration.name))
        let new = wanted.filter { !known.contains($0.0.name) }.map { Line($0.0, $0.1) }
        try outbox.admit(new.map(\.configuration), at: clock.now)
        let goneNames = Set(gone.map(\.configuration.name))
        lines.removeAll { goneNames.contains($0.configuration.name) }
        lines += new
        for line in gone { line.bell.ring() }
        return new
    }

    /// Whether a channel is still one.
    func isServed(_ line: Line) -> Bool {
        lines.contains { $0.configuration.name == line.configuration.name && $0.bell === line.bell }
    }
}
