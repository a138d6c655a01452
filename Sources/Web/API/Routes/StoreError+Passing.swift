import Store
import Web

extension StoreError: PassingFailure {
    package var missing: String? {
        switch reason {
        case .unreachable, .busy, .overtaken, .fenced: "the database of the history"
        default: nil
        }
    }
}
