// A deactivated account comes back, by the link of a mail.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { notice } from "../parts.js";
import { form, panel, secretOfLink, toLogin } from "../signin/parts.js";
import { strings } from "../strings.js";

const words = strings.signin;

export function show() {
    const secret = secretOfLink();
    const element = h("div", {});
    const submit = async () => {
        await api.reactivate(secret);
        fill(element, panel(words.reactivated, h("p", {}, words.verifiedText), toLogin()));
    };
    fill(element, secret
        ? panel(words.reactivate, h("p", {}, words.reactivateText), form("reactivate", words.reactivateAction, submit, () => false), toLogin())
        : panel(words.reactivate, notice(words.troubles["urn:tagalong:link-unknown"], { kind: "red", symbol: "alert" }), toLogin()));
    return { title: words.reactivate, element, stays: true, dispose() {} };
}
