import type { Call } from "../../call"
import { html, type RawReply } from "../../reply"
import { endpointOf } from "../module"
import { consentPage } from "../pages/consent-page"
import { type LoginFault, loginPage } from "../pages/login-page"
import { TEXTS } from "../pages/texts"
import { formToken } from "./browser"
import type { Interaction } from "./interaction"
import { CONSENTERS, type Person } from "./person"

/** The login page, with what went wrong before if anything did. */
export function renderLogin(
  interaction: Interaction,
  call: Call,
  fault?: LoginFault,
  status = 200
): RawReply {
  const { client } = interaction
  const page = loginPage(TEXTS, { ...common(interaction, call), kinds: CONSENTERS[client.flavor], fault })
  return html(page, status, answerPolicy(interaction))
}

/** The consent page for the person who is logged in. */
export function renderConsent(interaction: Interaction, person: Person, call: Call): RawReply {
  const { client, request } = interaction
  const store = new URL(call.base_url).host
  const page = consentPage(TEXTS, {
    ...common(interaction, call),
    store,
    email: person.email,
    flavor: client.flavor,
    scopes: request.scopes,
  })
  return html(page, 200, answerPolicy(interaction))
}

function common({ uid, client, request }: Interaction, call: Call) {
  return {
    address: endpointOf(call, `interaction/${uid}`),
    token: formToken(call, uid, call.session.actor),
    client_name: client.name,
    answer_to: hostOf(request.redirect_uri),
  }
}

/** For a private scheme, which has no host, the scheme names the application. */
function hostOf(redirect_uri: string): string {
  const { host, protocol } = new URL(redirect_uri)
  return host || protocol
}

/** The forms lead on to the client's redirect URI: browsers hold the redirect after a POST against form-action. */
function answerPolicy({ request }: Interaction): Record<string, string> {
  const { origin, protocol } = new URL(request.redirect_uri)
  return { "form-action": `'self' ${origin === "null" ? protocol : origin}` }
}
