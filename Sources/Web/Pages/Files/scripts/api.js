// The HTTP interface of the console (described at /api/v1/openapi.json).
import { noteAnswer } from "./clock.js";
import { archived, plain, plainFields } from "./plain.js";
import { strings } from "./strings.js";

/// Why something could not be done, as the console says it.
export class Problem extends Error {
    constructor(status, document) {
        const own = document?.detail ? archived(document.detail) : null;
        super(own ?? (document?.detail ? plain(document.detail) : strings.errors.status(status)));
        this.status = status;
        /// What kind of trouble it is, where the console has a name for that.
        this.type = document?.type ?? null;
        /// Whether it is said in the language of the page.
        this.isWorded = own !== null;
        /// As it was told, where that names a place in a file.
        this.detail = document?.detail ?? this.message;
        this.fields = plainFields(document?.errors ?? []);
        this.retryAfter = document?.retryAfter ?? null;
    }

    /// Whether the console could not be reached at all.
    get isOffline() { return this.status === 0; }
}

let token = null;
let onLocked = () => {};

/// What marks a change as coming from these pages.
export function setToken(value) { token = value; }

/// Called when the console wants somebody to log in first.
export function whenLocked(action) { onLocked = action; }

let onChanged = () => {};

/// Called when one may do other things from now on, or the session is over.
export function whenRightsChange(action) { onChanged = action; }

/// Says that the console has told so.
export function rightsChanged() { onChanged(); }

let onRefused = () => {};

/// Called when something was refused that the page took for possible.
export function whenRefused(action) { onRefused = action; }

let replacing = null;
let replaced = 0;

/// How often this page has changed what ends its session and brings another; not before what was asked of it is answered, as
/// until then a refusal says nothing.
export async function replacements() {
    while (replacing) await replacing;
    return replaced;
}

function replaces(change) {
    const over = change.then(() => { replaced += 1; }, () => {}).then(() => { if (replacing === over) replacing = null; });
    replacing = over;
    return change;
}

let leaving = new AbortController();

/// Ends what was asked and is not answered yet; changes go on.
export function stopAsking() {
    leaving.abort();
    leaving = new AbortController();
}

/// Longer than a page takes to begin, and soon enough that what was told then is right.
const earlyFor = 20_000;

// Nothing asked later than this is early.
globalThis.early ??= {};

/// What was asked while the page was loading (early.js), once; null where that is over, or came to nothing.
async function taken(method, path) {
    // After a change, such as a log-in, what was told before is old.
    if (method !== "GET") globalThis.early = {};
    const answer = method === "GET" ? globalThis.early?.[path] : undefined;
    if (!answer) return null;
    delete globalThis.early[path];
    if (performance.now() > earlyFor) return null;
    const response = await answer.catch(() => null);
    return response?.ok ? response : null;
}

/// What every change has in its head.
export function changeHeaders() { return token ? { "X-Tagalong-CSRF": token } : {}; }

/// Takes in that something was refused: perhaps the session is over, or one may do other things.
export function noteRefusal(status) {
    if (status === 401) onLocked();
    if (status === 403) onRefused();
}

async function send(method, path, { body, headers = {}, quiet = false, asText = false, withTag = false } = {}) {
    const isBlob = body instanceof Blob;
    const all = { Accept: "application/json", ...headers, ...(method === "GET" ? {} : changeHeaders()) };
    if (body !== undefined) all["Content-Type"] = isBlob ? body.type : "application/json";
    let response;
    try {
        response = await taken(method, path) ?? await fetch(path, { method, headers: all, body: body === undefined || isBlob ? body : JSON.stringify(body), signal: method === "GET" ? leaving.signal : null });
    } catch {
        throw new Problem(0, { detail: strings.errors.offline });
    }
    // Of all other answers the worker may have kept one.
    if (path === "/api/v1/session") noteAnswer(response.headers.get("Date"));
    const text = await response.text();
    if (withTag && response.ok) return { text, tag: response.headers.get("ETag") };
    if (asText && response.ok) return text;
    let content = null;
    try { content = text ? JSON.parse(text) : null; } catch { /* Not for us. */ }
    if (response.ok) return content;
    const problem = new Problem(response.status, content);
    problem.retryAfter ??= Number(response.headers.get("Retry-After")) || null;
    if (!quiet) noteRefusal(response.status);
    throw problem;
}

const get = (path) => send("GET", path);
/// What was read, with its tag.
const tagged = ({ text, tag }) => ({ ...JSON.parse(text), tag });
const item = (id) => `/api/v1/items/${id.split("/").map(encodeURIComponent).join("/")}`;
const account = (name) => `/api/v1/accounts/${encodeURIComponent(name)}`;
const person = (name) => `/api/v1/people/${encodeURIComponent(name)}`;
const group = (id) => `/api/v1/groups/${encodeURIComponent(id)}`;
const scenario = (name) => `/api/v1/scenarios/${encodeURIComponent(name)}`;
const reminder = (id) => `/api/v1/reminders/${id.split("/").map(encodeURIComponent).join("/")}`;
const guardTag = (owner, number) => `/api/v1/guard/${encodeURIComponent(owner)}/tags/${encodeURIComponent(number)}`;

function yaml(text) { return new Blob([text], { type: "application/yaml" }); }

function query(values) {
    const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString();
    return text ? `?${text}` : "";
}

/// The passcode of one's own account, where it has one.
function owner(passcode) { return passcode === undefined ? {} : { passcode }; }

export const api = {
    setup: () => get("/console.json"),
    basemap: () => get("/basemap.json"),
    server: () => get("/api/v1/server"),
    status: () => get("/api/v1/status"),
    quarantine: async (values) => (await get(`/api/v1/quarantine${query(values)}`)).messages,
    log: async (values) => (await get(`/api/v1/log${query(values)}`)).entries,
    services: async () => (await get("/api/v1/services")).services,

    items: async () => (await get("/api/v1/items")).items,
    surroundings: () => get("/api/v1/map"),
    item: (id) => get(item(id)),
    change: (id, change) => send("PATCH", item(id), { body: change }),
    /// A new one: what is an item already, by another page or a command, is refused with 412.
    addItem: (id, name) => send("PUT", item(id), { body: { item: name }, headers: { "If-None-Match": "*" } }),
    simulatedItems: () => get("/api/v1/simulated-items"),
    addSimulatedItem: (wish) => send("POST", "/api/v1/simulated-items", { body: wish }),
    heard: async () => (await get("/api/v1/heard")).devices,
    remove: (id) => send("DELETE", item(id)),
    takeOff: (id) => send("DELETE", `${item(id)}?keep=positions`),
    calibrating: async (id) => (await get(`${item(id)}/calibration`)).gateways,
    calibrate: (id, body, values = {}) => send("POST", `${item(id)}/calibration${query(values)}`, { body }),
    command: (id, verb) => send("POST", `${item(id)}/commands`, { body: { do: verb } }),
    putPhoto: (id, blob) => send("PUT", `${item(id)}/photo`, { body: blob }),
    deletePhoto: (id) => send("DELETE", `${item(id)}/photo`),
    fixes: async (id, values = {}) => (await get(`${item(id)}/fixes${query(values)}`)).fixes,
    devices: async () => (await get("/api/v1/devices")).devices,
    journeys: async (id, values) => (await get(`${item(id)}/journeys${query(values)}`)).journeys,
    links: async (id) => (await get(`${item(id)}/links`)).links,
    addLink: (id, link) => send("POST", `${item(id)}/links`, { body: link }),
    revokeLink: (id, link) => send("DELETE", `${item(id)}/links/${encodeURIComponent(link)}`),
    foundPages: async () => (await get("/api/v1/found-pages")).found_pages,
    foundPage: async (id) => tagged(await send("GET", `${item(id)}/found-page`, { withTag: true })),
    /// In the place of what was read; what was changed meanwhile in another window is refused with 412.
    putFoundPage: async (id, look, tag) => tagged(await send("PUT", `${item(id)}/found-page`, { body: look, headers: tag ? { "If-Match": tag } : {}, withTag: true })),
    removeFoundPage: (id) => send("DELETE", `${item(id)}/found-page`),
    renewFoundCode: (id) => send("POST", `${item(id)}/found-page/code`),
    foundCodeAddress: (id, ending) => `${item(id)}/found-page/qr.${ending}`,
    finderMessages: async (id) => (await get(`${item(id)}/found-page/messages`)).messages,
    removeFinderMessage: (id, message) => send("DELETE", `${item(id)}/found-page/messages/${message}`),
    countFixes: (id, values) => get(`${item(id)}/fixes/count${query(values)}`),
    retention: (id) => get(`${item(id)}/retention`),
    changeRetention: (id, change, values = {}) => send(change ? "PUT" : "DELETE", `${item(id)}/retention${query(values)}`, change ? { body: change } : {}),
    looks: async (values) => (await get(`/api/v1/looks${query(values)}`)).looks,
    alerts: async (values) => (await api.alertPage(values)).alerts,
    alertPage: (values = {}) => get(`/api/v1/alerts${query(values)}`),
    evidence: (id) => get(`${item(id)}/evidence`),
    rules: (id) => get(`${item(id)}/rules`),
    changeRules: (id, change) => send("PATCH", `${item(id)}/rules`, { body: change }),
    /// With what there is to say of it, or without; one that is marked stays so since then.
    markLost: (id, mark) => send("PUT", `${item(id)}/lost`, { body: mark }),
    markFound: (id) => send("DELETE", `${item(id)}/lost`),
    acknowledge: (id) => send("PUT", `${item(id)}/acknowledgement`),
    addPlace: (id, place) => send("POST", `${item(id)}/places`, { body: place }),
    replacePlace: (id, name, place) => send("PUT", `${item(id)}/places/${encodeURIComponent(name)}`, { body: place }),
    broker: () => get("/api/v1/broker"),
    addBrokerClient: (client) => send("POST", "/api/v1/broker/clients", { body: client }),
    rotateBrokerPassword: (user) => send("POST", `/api/v1/broker/clients/${encodeURIComponent(user)}/password`),
    revokeBrokerClient: (user) => send("DELETE", `/api/v1/broker/clients/${encodeURIComponent(user)}`),
    suggestedPlaces: async (id, values) => (await get(`${item(id)}/place-suggestions${query(values)}`)).suggestions,
    removePlace: (id, name) => send("DELETE", `${item(id)}/places/${encodeURIComponent(name)}`),
    exportAddress: (id, values) => `${item(id)}/export${query(values)}`,

    gateways: async () => (await get("/api/v1/gateways")).gateways,
    askGateway: (gateway, verb, body) => send("POST", `/api/v1/gateways/${encodeURIComponent(gateway)}/request/${verb}`, { body: body ?? {} }),
    operations: async () => (await get("/api/v1/operations")).operations,
    operation: (id, values = {}) => get(`/api/v1/operations/${encodeURIComponent(id)}${query(values)}`),
    answer: (id, answer) => send("POST", `/api/v1/operations/${encodeURIComponent(id)}/answer`, { body: answer }),

    guards: () => get("/api/v1/guard"),
    ringTag: (owner, number, body) => send("POST", `${guardTag(owner, number)}/ring`, { body }),
    ignoreTag: (owner, number) => send("PUT", `${guardTag(owner, number)}/ignored`),
    heedTag: (owner, number) => send("DELETE", `${guardTag(owner, number)}/ignored`),

    scenarios: () => get("/api/v1/scenarios"),
    /// A scenario as it is written, with the tag of what was read.
    scenario: (name) => send("GET", scenario(name), { withTag: true }),
    /// In the place of what was read; without a tag as a new one.
    keepScenario: (name, text, tag) => send("PUT", scenario(name), { body: yaml(text), headers: tag ? { "If-Match": tag } : { "If-None-Match": "*" }, withTag: true }),
    removeScenario: (name, tag) => send("DELETE", scenario(name), { headers: { "If-Match": tag } }),
    checkScenario: (text) => send("POST", "/api/v1/simulations/check", { body: yaml(text) }),

    session: () => send("GET", "/api/v1/session", { quiet: true }),
    logIn: (passcode, account) => send("POST", "/api/v1/session", { body: { passcode, account }, quiet: true }),
    logOut: () => send("DELETE", "/api/v1/session", { quiet: true }),
    register: (wish) => send("POST", "/api/v1/registration", { body: wish, quiet: true }),
    verify: (secret, passcode) => send("POST", "/api/v1/verification/confirmation", { body: { secret, ...(passcode === undefined ? {} : { passcode }) }, quiet: true }),
    sendVerification: () => send("POST", "/api/v1/verification", { quiet: true }),
    recover: (mail) => send("POST", "/api/v1/recovery", { body: { mail }, quiet: true }),
    setForgottenPasscode: (change) => send("POST", "/api/v1/recovery/confirmation", { body: change, quiet: true }),
    reactivate: (secret) => send("POST", "/api/v1/reactivation/confirmation", { body: { secret }, quiet: true }),
    pendingIdentity: () => send("GET", "/api/v1/session/identity", { quiet: true }),
    confirmIdentity: (passcode) => send("POST", "/api/v1/session/identity", { body: { passcode }, quiet: true }),
    startInvited: (name, body) => send("POST", `/api/v1/openid/${encodeURIComponent(name)}`, { body, quiet: true }),
    mail: () => get("/api/v1/mail"),
    changeMail: (mail, passcode) => send("PUT", "/api/v1/mail", { body: { mail, ...owner(passcode) } }),
    removeMail: (passcode) => send("DELETE", "/api/v1/mail", { body: owner(passcode) }),
    deactivate: (passcode) => send("POST", "/api/v1/deactivation", { body: owner(passcode) }),
    identities: () => get("/api/v1/identities"),
    linkIdentity: (passcode) => send("POST", "/api/v1/identities", { body: owner(passcode) }),
    removeIdentity: (name, passcode) => send("DELETE", `/api/v1/identities/${encodeURIComponent(name)}`, { body: owner(passcode) }),
    setPasscode: (change) => replaces(send("PUT", "/api/v1/passcode", { body: change })),
    removePasscode: (current) => replaces(send("DELETE", "/api/v1/passcode", { body: { current } })),
    push: () => get("/api/v1/push"),
    pushSubscriptions: () => get("/api/v1/push/subscriptions"),
    addPush: (subscription) => send("POST", "/api/v1/push/subscriptions", { body: subscription }),
    removePush: (id) => send("DELETE", `/api/v1/push/subscriptions/${encodeURIComponent(id)}`),
    changePush: (id, change) => send("PATCH", `/api/v1/push/subscriptions/${encodeURIComponent(id)}`, { body: change }),
    testPush: (id) => send("POST", `/api/v1/push/subscriptions/${encodeURIComponent(id)}/test`),
    accounts: () => get("/api/v1/accounts"),
    addAccount: (account) => send("POST", "/api/v1/accounts", { body: account }),
    removeAccount: (name) => send("DELETE", account(name)),
    setGrants: (name, grants) => send("PUT", `${account(name)}/grants`, { body: { grants } }),
    resetPasscode: (name, passcode) => send("PUT", `${account(name)}/passcode`, { body: { passcode } }),
    qrCode: (text) => send("POST", "/api/v1/qr", { body: { text }, asText: true }),
    people: async (values = {}) => (await get(`/api/v1/people${query(values)}`)).people,
    person: (name) => get(person(name)),
    requests: () => get("/api/v1/requests"),
    askPerson: (name, request) => send("POST", `${person(name)}/request`, { body: request }),
    withdraw: (name) => send("DELETE", `${person(name)}/request`),
    answerPerson: (name, answer) => send("POST", `${person(name)}/answer`, { body: answer }),
    setLevel: (name, level) => send("PUT", `${person(name)}/level`, { body: { level } }),
    removePerson: (name) => send("DELETE", person(name)),
    thingsFor: async (name) => (await get(`${person(name)}/things`)).things,
    setThingsFor: (name, things) => send("PUT", `${person(name)}/things`, { body: { things } }),
    search: async (q) => (await get(`/api/v1/search${query({ q })}`)).results,
    lookAtBook: (file) => send("POST", "/api/v1/people/address-book", { body: new Blob([file], { type: "text/vcard" }) }),
    mailInvitations: () => get("/api/v1/people/invitations"),
    inviteByMail: (wish) => send("POST", "/api/v1/people/invitations", { body: wish }),
    withdrawInvitation: (id) => send("DELETE", `/api/v1/people/invitations/${encodeURIComponent(id)}`),
    useInvitation: (secret) => send("POST", "/api/v1/people/invitations/acceptance", { body: { secret } }),
    invitationOf: (secret) => send("POST", "/api/v1/registration/invitation", { body: { secret }, quiet: true }),
    inviteMailToGroup: (id, wish) => send("POST", `${group(id)}/invitations`, { body: wish }),
    /// One's profile, with the tag of what was read.
    profile: async () => {
        const { text, tag } = await send("GET", "/api/v1/profile", { withTag: true });
        return { ...JSON.parse(text), tag };
    },
    /// In the place of what was read; what was changed meanwhile in another window is refused with 412.
    setProfile: (profile, tag) => send("PUT", "/api/v1/profile", { body: profile, headers: tag ? { "If-Match": tag } : {} }),
    putPicture: (blob) => send("PUT", "/api/v1/profile/picture", { body: blob }),
    deletePicture: () => send("DELETE", "/api/v1/profile/picture"),
    groups: async () => (await get("/api/v1/groups")).groups,
    group: (id) => get(group(id)),
    makeGroup: (wish) => send("POST", "/api/v1/groups", { body: wish }),
    changeGroup: (id, change) => send("PATCH", group(id), { body: change }),
    deleteGroup: (id) => send("DELETE", group(id)),
    putGroupPicture: (id, blob) => send("PUT", `${group(id)}/picture`, { body: blob }),
    deleteGroupPicture: (id) => send("DELETE", `${group(id)}/picture`),
    joinGroup: (id, given) => send("POST", `${group(id)}/join`, { body: given }),
    setMembership: (id, given) => send("PUT", `${group(id)}/membership`, { body: given }),
    invite: (id, name) => send("PUT", `${group(id)}/invitations/${encodeURIComponent(name)}`),
    endInvitation: (id, name) => send("DELETE", `${group(id)}/invitations/${encodeURIComponent(name)}`),
    setGroupAdmin: (id, name, admin) => send("PUT", `${group(id)}/members/${encodeURIComponent(name)}`, { body: { admin } }),
    removeMember: (id, name) => send("DELETE", `${group(id)}/members/${encodeURIComponent(name)}`),
    inbox: (values = {}) => get(`/api/v1/inbox${query(values)}`),
    readInbox: (upto) => send("POST", "/api/v1/inbox/read", { body: { upto } }),
    silenced: () => get("/api/v1/inbox/silenced"),
    setSilenced: (silenced) => send("PUT", "/api/v1/inbox/silenced", { body: { silenced } }),
    reminders: (values = {}) => get(`/api/v1/reminders${query(values)}`),
    reminder: async (id) => tagged(await send("GET", reminder(id), { withTag: true })),
    addReminder: (owner, wish) => send("POST", `/api/v1/reminders/${encodeURIComponent(owner)}`, { body: wish }),
    /// In the place of what was read; what was changed meanwhile elsewhere is refused with 412.
    putReminder: async (id, wish, tag) => tagged(await send("PUT", reminder(id), { body: wish, headers: { "If-Match": tag }, withTag: true })),
    changeReminder: (id, change) => send("PATCH", reminder(id), { body: change }),
    deleteReminder: (id) => send("DELETE", reminder(id)),
    tryReminder: (owner, draft) => send("POST", `/api/v1/reminder-trials/${encodeURIComponent(owner)}`, { body: draft }),
    explainReminder: (id) => get(`${reminder(id)}/why`),
    dismissReminder: (id, wish = {}) => send("POST", `${reminder(id)}/dismiss`, { body: wish }),
    snoozeReminder: (id, wish = {}) => send("POST", `${reminder(id)}/snooze`, { body: wish }),
    reminderEvents: (values = {}) => get(`/api/v1/reminder-events${query(values)}`),
    facts: () => get("/api/v1/facts"),
    calendar: (owner) => get(`/api/v1/calendars/${encodeURIComponent(owner)}`),
    connectCalendar: (owner, wish) => send("PUT", `/api/v1/calendars/${encodeURIComponent(owner)}`, { body: wish }),
    removeCalendar: (owner) => send("DELETE", `/api/v1/calendars/${encodeURIComponent(owner)}`),
    searchPlaces: (values) => get(`/api/v1/places/search${query(values)}`),
    tokens: () => get("/api/v1/tokens"),
    addToken: (token) => send("POST", "/api/v1/tokens", { body: token }),
    revokeToken: (id) => send("DELETE", `/api/v1/tokens/${encodeURIComponent(id)}`),
    channels: () => get("/api/v1/notifications"),
    testChannel: (name) => send("POST", `/api/v1/notifications/${encodeURIComponent(name)}/test`),
    passkeys: () => get("/api/v1/passkeys"),
    passkeyOptions: () => send("POST", "/api/v1/passkeys/options"),
    addPasskey: (credential) => send("POST", "/api/v1/passkeys", { body: credential }),
    removePasskey: (id) => send("DELETE", `/api/v1/passkeys/${encodeURIComponent(id)}`),
    passkeyLogInOptions: () => send("POST", "/api/v1/session/passkey/options", { quiet: true }),
    logInByPasskey: (credential) => send("POST", "/api/v1/session/passkey", { body: credential, quiet: true }),
};

/// Lets through only what was asked for last: of several answers the newest. Of the others it makes null, failed or not.
export function newestOnly() {
    let turn = 0;
    return async (answer) => {
        const mine = ++turn;
        try {
            const told = await answer;
            return mine === turn ? told : null;
        } catch (problem) {
            if (mine === turn) throw problem;
            return null;
        }
    };
}

/// As `newestOnly`, of several questions one after the other, as the console does few searches of one account at a time: none
/// is asked while an earlier one is under way, and none that is not wanted any more.
export function newestInTurn() {
    const newest = newestOnly();
    let turn = 0;
    let last = Promise.resolve();
    return (...questions) => {
        const mine = ++turn;
        const answers = last.then(async () => {
            const told = [];
            for (const ask of questions) {
                if (mine !== turn) return null;
                told.push(await ask());
            }
            return told;
        });
        last = answers.catch(() => {});
        return newest(answers);
    };
}

/// Follows an operation until it has ended, telling each change.
///
/// Returns the operation as it ended, or as it was when `stopped()` said so.
export async function follow(operation, { changed = () => {}, stopped = () => false } = {}) {
    let current = operation;
    changed(current);
    while (!["done", "failed"].includes(current.state) && !stopped()) {
        const next = await api.operation(current.id, { wait: 25, revision: current.revision });
        if (next.revision !== current.revision) changed(next);
        current = next;
    }
    return current;
}
