/// What each kind of visitor is answered by each operation about people; beside ``RoleTable``, which is about items.
///
/// The person in the paths is `pat`, whom nobody can find. The visitors in their order: nobody; a token for items, of
/// somebody who is a contact; a token for people of the same; a stranger; somebody who has asked for a connection; a
/// contact who is granted the public section only; a contact who is granted the personal section as well; a member of a
/// group whose admin pat is, to whose members pat grants the school section; and an administrator. The group is
/// `circle`. What would change something is asked for with a parameter that no route knows, so that 400 is the answer of
/// the route itself: the way there was open.
enum PeopleRoleTable {
    static let roles = ["nobody", "item", "people", "stranger", "asked", "contact", "personal", "member", "admin"]

    static let rows = """
        GET     /api/v1/profile                       401 403 200 200 200 200 200 200 200
        PUT     /api/v1/profile?no                    401 403 400 400 400 400 400 400 400
        GET     /api/v1/profile/picture               401 403 404 404 404 404 404 404 404
        PUT     /api/v1/profile/picture?no            401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/profile/picture?no            401 403 400 400 400 400 400 400 400
        GET     /api/v1/people                        401 403 200 200 200 200 200 200 200
        GET     /api/v1/people/pat                    401 403 200 404 200 200 200 200 200
        DELETE  /api/v1/people/pat?no                 401 403 400 400 400 400 400 400 400
        GET     /api/v1/people/pat/picture            401 403 200 404 404 200 200 200 200
        PUT     /api/v1/people/pat/level?no           401 403 400 400 400 400 400 400 400
        POST    /api/v1/people/pat/request?no         401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/people/pat/request?no         401 403 400 400 400 400 400 400 400
        POST    /api/v1/people/pat/answer?no          401 403 400 400 400 400 400 400 400
        GET     /api/v1/requests                      401 403 200 200 200 200 200 200 200
        GET     /api/v1/search?q=pat                  401 403 200 200 200 200 200 200 200
        GET     /api/v1/people/pat/things             401 403 200 409 409 200 200 409 409
        PUT     /api/v1/people/pat/things?no          401 403 400 400 400 400 400 400 400
        GET     /api/v1/things                        401 403 200 200 200 200 200 200 200
        POST    /api/v1/people/address-book?no        401 403 400 400 400 400 400 400 400
        GET     /api/v1/people/contacts.vcf           401 403 200 200 200 200 200 200 200
        GET     /api/v1/people/invitations            401 403 200 200 200 200 200 200 200
        POST    /api/v1/people/invitations?no         401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/people/invitations/x?no       401 403 400 400 400 400 400 400 400
        POST    /api/v1/people/invitations/acceptance?no 401 403 400 400 400 400 400 400 400
        POST    /api/v1/groups/circle/invitations?no  401 403 400 400 400 400 400 400 400
        GET     /api/v1/groups                        401 403 200 200 200 200 200 200 200
        POST    /api/v1/groups?no                     401 403 400 400 400 400 400 400 400
        GET     /api/v1/groups/circle                 401 403 404 404 404 404 404 200 404
        PATCH   /api/v1/groups/circle?no              401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/groups/circle?no              401 403 400 400 400 400 400 400 400
        GET     /api/v1/groups/circle/picture         401 403 404 404 404 404 404 404 404
        PUT     /api/v1/groups/circle/picture?no      401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/groups/circle/picture?no      401 403 400 400 400 400 400 400 400
        PUT     /api/v1/groups/circle/membership?no   401 403 400 400 400 400 400 400 400
        POST    /api/v1/groups/circle/join?no         401 403 400 400 400 400 400 400 400
        PUT     /api/v1/groups/circle/invitations/pat?no 401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/groups/circle/invitations/pat?no 401 403 400 400 400 400 400 400 400
        PUT     /api/v1/groups/circle/members/pat?no  401 403 400 400 400 400 400 400 400
        DELETE  /api/v1/groups/circle/members/pat?no  401 403 400 400 400 400 400 400 400
        """.split(separator: "\n").compactMap { RoleTable.Row($0, roles: roles.count) } + inboxRows
}
