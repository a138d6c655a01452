import API
import ArgumentParser
import Broker
import Foundation
import JSON

extension BrokerDesk {
    /// The clients of our own broker, which runs.
    init(_ choice: OwnBrokerChoice) {
        self.init(
            list: {
                Listing(
                    url: try choice.url(),
                    authority: try OwnBroker.encryption(in: choice.directory).map { encryption in
                        String(decoding: try Data(contentsOf: URL(filePath: encryption.authority)), as: UTF8.self)
                    },
                    clients: try choice.provisioner.records().map { ClientLine($0).json }
                )
            },
            add: { wish throws(Refusal) in
                try await Self.told { () throws -> JSONValue in
                    let client = try ClientArgument.client(wish.kind.rawValue, wish.subject, owner: nil)
                    return try CredentialText(try await choice.provisioner.add(client), choice).json
                }
            },
            rotate: { user throws(Refusal) in
                try await Self.told { () throws -> JSONValue in
                    try CredentialText(try await choice.provisioner.rotate(user), choice).json
                }
            },
            revoke: { user throws(Refusal) in
                try await Self.told { () throws -> Void in try await choice.provisioner.revoke(user) }
            }
        )
    }

    /// Says why the broker changed nothing.
    private static func told<Result>(_ body: () async throws -> Result) async throws(Refusal) -> Result {
        do { return try await body() } catch let error as ValidationError { throw .wrong(error.message) } catch {
            switch error as? BrokerError {
            case .unknown: throw .unknown("\(error)")
            case .exists, .idTaken: throw .taken("\(error)")
            default: throw .failed("\(error)")
            }
        }
    }
}
