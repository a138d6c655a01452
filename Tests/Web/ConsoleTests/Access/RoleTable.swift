/// What each role is answered by each operation of the interface; the one place that says so beside the code.
///
/// The roles in their order: nobody, an account without any right on the item, with the last position, with the
/// history, with commands, and an administrator; on all of lee's things, each has the same right. What would change something, or never end, is asked for with a
/// parameter that no route knows, so that 400 is the answer of the route itself: the way there was open.
enum RoleTable {
    static let roles = ["nobody", "none", "last", "history", "command", "admin"]

    static let rows = """
        GET     /health                                   200 200 200 200 200 200
        GET     /ready?no                                 200 200 200 200 200 200
        GET     /metrics                                  401 403 403 403 403 200
        GET     /api/v1/openapi.json                      200 200 200 200 200 200
        GET     /api/v1/session                           200 200 200 200 200 200
        POST    /api/v1/session?no                        400 400 400 400 400 400
        DELETE  /api/v1/session?no                        400 400 400 400 400 400
        POST    /api/v1/session/passkey/options?no        400 400 400 400 400 400
        POST    /api/v1/session/passkey?no                400 400 400 400 400 400
        PUT     /api/v1/passcode?no                       401 400 400 400 400 400
        DELETE  /api/v1/passcode?no                       401 400 400 400 400 400
        GET     /api/v1/passkeys?no                       401 400 400 400 400 400
        POST    /api/v1/passkeys?no                       401 400 400 400 400 400
        POST    /api/v1/passkeys/options?no               401 400 400 400 400 400
        DELETE  /api/v1/passkeys/x?no                     401 400 400 400 400 400
        GET     /api/v1/push?no                           401 400 400 400 400 400
        GET     /api/v1/push/subscriptions?no             401 400 400 400 400 400
        POST    /api/v1/push/subscriptions?no             401 400 400 400 400 400
        PATCH   /api/v1/push/subscriptions/x?no           401 400 400 400 400 400
        DELETE  /api/v1/push/subscriptions/x?no           401 400 400 400 400 400
        POST    /api/v1/push/subscriptions/x/test?no      401 400 400 400 400 400
        GET     /api/v1/accounts                          401 403 403 403 403 200
        POST    /api/v1/accounts?no                       401 403 403 403 403 400
        DELETE  /api/v1/accounts/x?no                     401 403 403 403 403 400
        PUT     /api/v1/accounts/x/grants?no              401 403 403 403 403 400
        PUT     /api/v1/accounts/x/passcode?no            401 403 403 403 403 400
        POST    /api/v1/registration?no                   400 400 400 400 400 400
        POST    /api/v1/registration/invitation?no        400 400 400 400 400 400
        POST    /api/v1/verification?no                   401 400 400 400 400 400
        POST    /api/v1/verification/confirmation?no      400 400 400 400 400 400
        POST    /api/v1/recovery?no                       400 400 400 400 400 400
        POST    /api/v1/recovery/confirmation?no          400 400 400 400 400 400
        POST    /api/v1/reactivation/confirmation?no      400 400 400 400 400 400
        GET     /api/v1/mail?no                           401 400 400 400 400 400
        PUT     /api/v1/mail?no                           401 400 400 400 400 400
        DELETE  /api/v1/mail?no                           401 400 400 400 400 400
        POST    /api/v1/deactivation?no                   401 400 400 400 400 400
        GET     /api/v1/openid/x?no                       400 400 400 400 400 400
        POST    /api/v1/openid/x?no                       400 400 400 400 400 400
        GET     /api/v1/openid/x/callback                 404 404 404 404 404 404
        GET     /api/v1/session/identity                  404 404 404 404 404 404
        POST    /api/v1/session/identity?no               400 400 400 400 400 400
        GET     /api/v1/identities?no                     401 400 400 400 400 400
        POST    /api/v1/identities?no                     401 400 400 400 400 400
        DELETE  /api/v1/identities/x?no                   401 400 400 400 400 400
        POST    /api/v1/accounts/x/links?no               401 403 403 403 403 400
        PUT     /api/v1/accounts/x/mail?no                401 403 403 403 403 400
        PUT     /api/v1/accounts/x/active?no              401 403 403 403 403 400
        POST    /api/v1/invitations?no                    401 403 403 403 403 400
        GET     /api/v1/tokens                            401 403 403 403 403 200
        POST    /api/v1/tokens?no                         401 403 403 403 403 400
        DELETE  /api/v1/tokens/x?no                       401 403 403 403 403 400
        GET     /api/v1/broker                            401 403 403 403 403 200
        POST    /api/v1/broker/clients?no                 401 403 403 403 403 400
        POST    /api/v1/broker/clients/x/password?no      401 403 403 403 403 400
        DELETE  /api/v1/broker/clients/x?no               401 403 403 403 403 400
        GET     /api/v1/notifications                     401 403 403 403 403 200
        POST    /api/v1/notifications/x/test?no           401 403 403 403 403 400
        GET     /api/v1/items                             401 200 200 200 200 200
        GET     /api/v1/map                               401 200 200 200 200 200
        GET     /api/v1/items/sam/keys                    401 404 200 200 200 200
        PATCH   /api/v1/items/sam/keys?no                 401 404 403 403 400 400
        PUT     /api/v1/items/sam/keys?no                 401 404 403 403 403 400
        DELETE  /api/v1/items/sam/keys?no                 401 404 403 403 403 400
        GET     /api/v1/items/sam/keys/photo?no           401 404 400 400 400 400
        PUT     /api/v1/items/sam/keys/photo?no           401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/photo?no           401 404 403 403 400 400
        POST    /api/v1/items/sam/keys/commands?no        401 404 403 403 400 400
        GET     /api/v1/items/sam/keys/calibration        401 404 403 200 200 200
        POST    /api/v1/items/sam/keys/calibration?no     401 404 403 403 400 400
        GET     /api/v1/items/sam/keys/links              401 404 403 403 200 200
        POST    /api/v1/items/sam/keys/links?no           401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/links/x?no         401 404 403 403 400 400
        GET     /api/v1/shared?no                         400 400 400 400 400 400
        GET     /api/v1/found-pages                       401 200 200 200 200 200
        GET     /api/v1/items/sam/keys/found-page         401 404 403 403 404 404
        PUT     /api/v1/items/sam/keys/found-page?no      401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/found-page?no      401 404 403 403 400 400
        POST    /api/v1/items/sam/keys/found-page/code?no 401 404 403 403 400 400
        GET     /api/v1/items/sam/keys/found-page/qr.svg  401 404 403 403 404 404
        GET     /api/v1/items/sam/keys/found-page/qr.png  401 404 403 403 404 404
        GET     /api/v1/items/sam/keys/found-page/messages 401 404 403 403 404 404
        DELETE  /api/v1/items/sam/keys/found-page/messages/1?no 401 404 403 403 400 400
        GET     /api/v1/found/x?no                        400 400 400 400 400 400
        GET     /api/v1/found/x/picture?no                400 400 400 400 400 400
        POST    /api/v1/found/x/messages?no               400 400 400 400 400 400
        POST    /api/v1/ingress/x/x?no                    404 404 404 404 404 404
        GET     /api/v1/items/sam/keys/rules              401 404 200 200 200 200
        PATCH   /api/v1/items/sam/keys/rules?no           401 404 403 403 400 400
        PUT     /api/v1/items/sam/keys/acknowledgement?no 401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/acknowledgement?no 401 404 403 403 400 400
        PUT     /api/v1/items/sam/keys/lost?no            401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/lost?no            401 404 403 403 400 400
        GET     /api/v1/items/sam/keys/places             401 404 200 200 200 200
        POST    /api/v1/items/sam/keys/places?no          401 404 403 403 400 400
        PUT     /api/v1/items/sam/keys/places/home?no     401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/places/home?no     401 404 403 403 400 400
        GET     /api/v1/items/sam/keys/place-suggestions  401 404 403 400 400 400
        GET     /api/v1/items/sam/keys/evidence?no        401 404 400 400 400 400
        GET     /api/v1/items/sam/keys/fixes              401 404 403 200 200 200
        GET     /api/v1/items/sam/keys/fixes/count        401 404 403 200 200 200
        GET     /api/v1/items/sam/keys/journeys           401 404 403 200 200 200
        GET     /api/v1/items/sam/keys/export?format=gpx  401 404 403 200 200 200
        GET     /api/v1/items/sam/keys/retention          401 404 403 200 200 200
        PUT     /api/v1/items/sam/keys/retention?no       401 404 403 403 400 400
        DELETE  /api/v1/items/sam/keys/retention?no       401 404 403 403 400 400
        GET     /api/v1/alerts                            401 200 200 200 200 200
        GET     /api/v1/reminders                         401 200 200 200 200 200
        POST    /api/v1/reminders/lee?no                  401 404 403 403 400 400
        GET     /api/v1/reminders/lee/bag?no              401 404 400 400 400 400
        PUT     /api/v1/reminders/lee/bag?no              401 404 403 403 400 400
        PATCH   /api/v1/reminders/lee/bag?no              401 404 403 403 400 400
        DELETE  /api/v1/reminders/lee/bag?no              401 404 403 403 400 400
        GET     /api/v1/reminders/lee/bag/why?no          401 404 400 400 400 400
        POST    /api/v1/reminders/lee/bag/dismiss?no      401 404 403 403 400 400
        POST    /api/v1/reminders/lee/bag/snooze?no       401 404 403 403 400 400
        GET     /api/v1/reminder-events                   401 200 200 200 200 200
        POST    /api/v1/reminder-trials/lee?no            401 404 403 403 400 400
        GET     /api/v1/facts                             401 200 200 200 200 200
        GET     /api/v1/calendars/lee?no                  401 404 404 404 404 400
        PUT     /api/v1/calendars/lee?no                  401 404 404 404 404 400
        DELETE  /api/v1/calendars/lee?no                  401 404 404 404 404 400
        GET     /api/v1/places/search                     401 400 400 400 400 400
        GET     /api/v1/events?types=no                   401 400 400 400 400 400
        POST    /api/v1/qr?no                             401 400 400 400 400 400
        GET     /api/v1/trackers                          401 200 200 200 200 200
        GET     /api/v1/trackers/sam/keys                 401 404 200 200 200 200
        GET     /api/v1/operations                        401 200 200 200 200 200
        GET     /api/v1/operations/x                      401 404 404 404 404 404
        POST    /api/v1/operations/x/answer?no            401 400 400 400 400 400
        GET     /api/v1/guard                             401 200 200 200 200 200
        GET     /api/v1/guard/sam?no                      401 404 404 404 404 400
        POST    /api/v1/guard/sam/tags/7/ring?no          401 404 404 404 404 400
        PUT     /api/v1/guard/sam/tags/7/ignored?no       401 404 404 404 404 400
        DELETE  /api/v1/guard/sam/tags/7/ignored?no       401 404 404 404 404 400
        GET     /api/v1/heard                             401 403 403 403 403 200
        GET     /api/v1/gateways                          401 403 403 403 403 200
        GET     /api/v1/gateways/attic                    401 403 403 403 403 200
        POST    /api/v1/gateways/attic/request/scan?no    401 403 403 403 403 400
        POST    /api/v1/import?no                         401 403 403 403 403 400
        GET     /api/v1/devices                           401 200 200 200 200 200
        GET     /api/v1/backup?no                         401 403 403 403 403 400
        GET     /api/v1/deletions                         401 403 403 403 403 200
        GET     /api/v1/server                            401 200 200 200 200 200
        GET     /api/v1/services                          401 200 200 200 200 200
        GET     /api/v1/status                            401 403 403 403 403 200
        GET     /api/v1/log                               401 403 403 403 403 200
        GET     /api/v1/counters                          401 403 403 403 403 200
        GET     /api/v1/quarantine                        401 403 403 403 403 200
        GET     /api/v1/simulated-items                   401 403 403 403 403 200
        POST    /api/v1/simulated-items?no                401 403 403 403 403 400
        DELETE  /api/v1/simulated-items/sam/keys?no       401 404 403 403 403 400
        GET     /api/v1/scenarios                         401 403 403 403 403 200
        GET     /api/v1/scenarios/x/trace                 401 403 403 403 403 404
        GET     /api/v1/scenarios/x                       401 403 403 403 403 404
        PUT     /api/v1/scenarios/x?no                    401 403 403 403 403 400
        DELETE  /api/v1/scenarios/x?no                    401 403 403 403 403 400
        POST    /api/v1/simulations?no                    401 403 403 403 403 400
        POST    /api/v1/simulations/check?no              401 403 403 403 403 400
        GET     /api/v1/accounts/owner/export?no          401 404 404 404 404 400
        POST    /api/v1/accounts/owner/erasure?no         401 400 400 400 400 400
        GET     /api/v1/looks?no                          401 400 400 400 400 400
        GET     /pub/traccar?u=sam&d=keys&id=x            401 404 403 403 200 200
        POST    /pub/traccar?u=sam&d=keys&id=x            401 404 403 403 200 200
        GET     /pub/traccar/sam/keys?id=x                401 404 403 403 200 200
        POST    /pub/traccar/sam/keys?id=x                401 404 403 403 200 200
        GET     /pub/gpslogger?u=sam&d=keys&id=x          401 404 403 403 200 200
        POST    /pub/gpslogger?u=sam&d=keys&id=x          401 404 403 403 200 200
        GET     /pub/gpslogger/sam/keys?id=x              401 404 403 403 200 200
        POST    /pub/gpslogger/sam/keys?id=x              401 404 403 403 200 200
        POST    /pub/overland?u=sam&d=keys                401 400 400 400 400 400
        POST    /pub/overland/sam/keys                    401 400 400 400 400 400
        POST    /pub/api/v1/overland/batches?u=sam&d=keys 401 400 400 400 400 400
        """.split(separator: "\n").compactMap { Row($0) }

    /// What the document does not describe, and who may nothing else may not try either.
    static let others = """
        GET     /                                         200 200 200 200 200 200
        GET     /items/sam/keys                           200 200 200 200 200 200
        POST    /                                         401 403 403 403 403 405
        GET     /api/v1/anything-new                      401 403 403 403 403 404
        GET     /api/2                                    401 403 403 403 403 404
        POST    /anything                                 401 403 403 403 403 404
        POST    /api/v1/items                             401 403 403 403 403 405
        GET     /api/v1/items/sam/a%2Fb                   401 403 403 403 403 404
        GET     /api/v1/items/sam/keys/anything-new       401 404 403 404 404 404
        PUT     /api/v1/items/sam/keys/fixes              401 404 403 403 405 405
        GET     /api/v1/items/sam/keys/commands           401 404 403 405 405 405
        GET     /favicon-of-nobody                        404 404 404 404 404 404
        GET     /api/v1/items/sam/other                   401 404 404 404 404 404
        GET     //api/v1/items/s%61m/keys/fixes           401 404 403 200 200 200
        HEAD    /api/v1/items/sam/keys/fixes              401 404 403 200 200 200
        GET     /api/0/list                               401 200 200 200 200 200
        GET     /api/0/last?user=sam&device=keys          401 200 200 200 200 200
        GET     /api/0/locations?user=sam&device=keys     401 404 403 200 200 200
        GET     /ws/last                                  401 426 426 426 426 426
        POST    /pub?u=sam&d=keys                         401 404 403 403 200 200
        HEAD    /pub/traccar?u=sam&d=keys&id=x            401 200 200 200 200 200
        PUT     /pub/traccar?u=sam&d=keys&id=x            401 405 405 405 405 405
        GET     /pub/overland                             401 405 405 405 405 405
        GET     /pub/anything                             401 404 404 404 404 404
        """.split(separator: "\n").compactMap { Row($0) }

    struct Row {
        let method: String
        let path: String
        /// By the roles in their order.
        let statuses: [Int]

        /// A line of a table of so many roles.
        init?(_ line: Substring, roles count: Int = roles.count) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2 + count else { return nil }
            (method, path) = (words[0], words[1])
            statuses = words.dropFirst(2).compactMap { Int($0) }
        }

        /// The path without a query.
        var address: String { String(path.prefix { $0 != "?" }) }

        /// Whether this is a row of an operation of the OpenAPI document.
        func isOf(_ method: String, _ template: String) -> Bool {
            let parts = address.split(separator: "/")
            let pattern = template.split(separator: "/")
            guard method.uppercased() == self.method, parts.count == pattern.count else { return false }
            return zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }
}
