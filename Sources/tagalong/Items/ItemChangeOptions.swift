import ArgumentParser
import History
import Messages
import Tracking

/// Where the items are that are changed, and what a history service would know that is not running.
struct ItemChangeOptions: ParsableArguments {
    @OptionGroup var phones: PhoneOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func choice() throws -> StoreChoice { try StoreChoice(store, try global.settings()) }

    /// Changes the items of a database that no service writes at this moment.
    ///
    /// - Throws: ``CommandFailure`` where it is refused.
    func change(_ choice: StoreChoice, _ body: (inout HistoryCore, Timestamp) throws -> [Message]) throws {
        let settings = try global.settings()
        let configuration = HistoryConfiguration(
            topics: try topics.topics(settings), phones: try phones.choice(settings)
        )
        var core = try HistoryCore(store: choice.openForChange(), configuration: configuration)
        // What there is to publish, the service publishes when it next runs.
        do { _ = try body(&core, SystemUTCClock().now) } catch let refusal as ItemRefusal {
            throw CommandFailure(.failure, "\(refusal)")
        }
    }
}
