import type { AuthorizationRequest } from "../../../modules/oauth/models/authorization-request"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { oauthOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"
import { isOwnForm, isSameBrowser } from "./browser-session"
import { type Person, personFor } from "./person"

/** An authorization request that waits for the decision of the person in this browser. */
export interface Interaction {
  readonly uid: string
  readonly request: AuthorizationRequest
  readonly client: Client
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
  return { uid, request, client, person: await personFor(client.flavor, call.session.actor, call) }
}

/** The same for a POST, which must come from one of our forms. */
export async function postedInteractionOf(call: Call, token: string | undefined): Promise<Interaction> {
  const interaction = await interactionOf(call)
  if (!isOwnForm(call, interaction.uid, token)) throw pageProblem("foreign_form", 403)
  return interaction
}

/** The problem of a request that is decided, expired or unknown. */
export const requestEnded = () => pageProblem("request_over")
