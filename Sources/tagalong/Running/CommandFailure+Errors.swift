import Access
import Archive
import Bluetooth
import Broker
import Exchange
import Gateway
import MQTT
import Messages
import Settings
import Store

extension CommandFailure {
    /// The failure that an error of any module amounts to; the one place that knows the exit status of each.
    init(_ error: any Error) {
        let sentence = error is CancellationError ? "stopped before the end" : "\(error)"
        self = (error as? CommandFailure) ?? CommandFailure(Self.status(of: error), sentence)
    }

    private static func status(of error: any Error) -> ExitStatus {
        switch error {
        case is SettingsError, is ImportError: .badInput
        case let error as MQTTError: status(of: error)
        case let error as PrivateBrokerError: status(of: error)
        case let error as BrokerError: status(of: error)
        case is BusClosed: .unreachable
        case let error as AccessError: status(of: error)
        case let error as RadioError: status(of: error)
        case let error as PairingError: status(of: error)
        case is RegistryError: .failure
        case is StoreError: .failure
        case let error as ArchiveError: error.isPassing ? .unreachable : .failure
        case is FixesAway: .unreachable
        default: .failure
        }
    }

    private static func status(of error: AccessError) -> ExitStatus {
        switch error {
        case .badPasscode, .passcodesDiffer, .badGrant, .people(.badSection), .people(.badText): .badInput
        default: .failure
        }
    }

    private static func status(of error: RadioError) -> ExitStatus {
        if case .unavailable = error { .unreachable } else { .failure }
    }

    private static func status(of error: PairingError) -> ExitStatus {
        switch error {
        case .item, .owner, .registration: .badInput
        case .bluetoothOff, .busClosed: .unreachable
        case .radio(let error): status(of: error)
        default: .failure
        }
    }

    private static func status(of error: MQTTError) -> ExitStatus {
        switch error {
        case .badURL, .badSetting: .badInput
        case .outOfMemory, .alreadyRun, .drainedInHandler: .failure
        case .unknownHost, .refused, .unreachable, .refusedUser, .refusedByBroker, .refusedSubscription, .noAnswer,
            .encryption, .lost, .closedByBroker, .sessionTaken, .library:
            .unreachable
        }
    }

    private static func status(of error: BrokerError) -> ExitStatus {
        switch error {
        case .badName, .badAddress: .badInput
        case .noPlugin, .noBroker, .unreachable: .unreachable
        default: .failure
        }
    }

    private static func status(of error: PrivateBrokerError) -> ExitStatus {
        switch error {
        case .cannotWrite, .stillRunning, .portBusy, .listenerBusy: .failure
        case .notInstalled, .cannotStart, .ended, .notAnswering: .unreachable
        }
    }
}
