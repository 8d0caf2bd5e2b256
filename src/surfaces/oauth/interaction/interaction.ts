import type { Actor, AuthorizationRequest } from "../../../modules/oauth/models/authorization-request"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call, LoggedInActor } from "../../../gateway/call"
import type { NewConsent } from "../../../modules/oauth/requests"
import { oauthOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"
import { isOwnForm, isSameBrowser } from "./browser-session"
import { type Person, personFor } from "./person"

/** An authorization request that waits for the decision of the person in this browser. */
export interface Interaction {
  readonly uid: string
  readonly request: AuthorizationRequest
  readonly client: Client
  /** Who is logged in: on the pages of this request, or otherwise by Medusa's session. */
  readonly actor: LoggedInActor | undefined
  /** The person who is logged in, if they may consent. */
  readonly person: Person | undefined
}

/** The authorization request of this URL. Throws a page problem when it is over, or was started in another browser. */
export async function interactionOf(call: Call): Promise<Interaction> {
  const uid = call.params.uid ?? ""
  const { requests, clients } = oauthOf(call)
  const request = await requests.findOpen(uid)
  if (!request) throw requestEnded()
  if (!isSameBrowser(call, request)) throw pageProblem("other_browser")
  const client = await clients.find(request.client_id)
  if (!client || client.status === "revoked") throw requestEnded()
  const actor = loginOn(request) ?? call.session.actor
  return { uid, request, client, actor, person: await personFor(client.flavor, actor, call) }
}

/** The login is stored with the request, so that it is valid nowhere else: it begins no session of the store. */
const loginOn = ({ actor_type: type, actor_id: id }: AuthorizationRequest): LoggedInActor | undefined =>
  type && id ? { type, id, logged_in_at: undefined } : undefined

/** The consent of the logged-in person to all requested scopes, as it would be stored. */
export function consentOf({ request, actor }: Interaction, { type, id }: Actor): NewConsent {
  return { actor: { type, id }, logged_in_at: actor?.logged_in_at, scopes: request.scopes }
}

/**
 * Whether the person must log in again: the client requires a new login, or a requested scope moves money, and the
 * person's login is older than that.
 */
export async function mustLogInAgain(interaction: Interaction, person: Person, call: Call): Promise<boolean> {
  return !(await oauthOf(call).requests.isLoginRecent(interaction.uid, consentOf(interaction, person)))
}

/** The same for a POST, which must come from one of our forms. */
export async function postedInteractionOf(call: Call, token: string | undefined): Promise<Interaction> {
  const interaction = await interactionOf(call)
  if (!isOwnForm(call, interaction, token)) throw pageProblem("foreign_form", 403)
  return interaction
}

/** The problem of a request that is decided, expired or unknown. */
export const requestEnded = () => pageProblem("request_over")
