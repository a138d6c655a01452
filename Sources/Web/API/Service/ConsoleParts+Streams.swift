import History
import Store
import Web

extension ConsoleParts {
    /// Has the streams of events hear what does not come over the bus.
    package func feedStreams() async {
        let (store, live, topics) = (store, feed.live, web.configuration.topics)
        await feed.follow { try store.alerts(of: nil, limit: 500) }
        await history.listen {
            live.hasReaders ? [.fixes, .states, .earlyStates] : [.fixes, .states]
        } _: { news in
            if !news.fixes.isEmpty {
                live.append(news.fixes.map { LiveEvent(kind: .fix, subject: .device($0.device), content: .fix($0)) })
            }
            if !news.states.isEmpty { live.tell(news.states.compactMap { LiveEvent($0, topics) }) }
        }
    }
}
