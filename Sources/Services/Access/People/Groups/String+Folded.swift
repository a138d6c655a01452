internal import Foundation

extension String {
    /// Without what tells letters of one kind apart (case, accents, width), to put names in order.
    var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
