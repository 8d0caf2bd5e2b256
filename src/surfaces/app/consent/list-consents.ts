import { OAUTH_MODULE } from "../../../modules/oauth"
import type { OwnGrant } from "../../../modules/oauth/own-grants"
import type OAuthService from "../../../modules/oauth/service"
import { callerOf } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { customerOf } from "../customer"
import { PageParameters, pageFound } from "../list-page"
import { agentView } from "../payment/payment-view"

/** `GET /consents`: the clients that may act for the customer, including this app, newest first. */
export const listOwnConsents = operation({
  access: "app:consents:manage",
  input: PageParameters,
  async run({ limit, cursor }: PageParameters, call) {
    const { ownGrants } = call.container.resolve<OAuthService>(OAUTH_MODULE)
    const { rows, next_cursor } = pageFound(await ownGrants.list(customerOf(call), limit, cursor))
    const { grant_id } = callerOf(call)
    return { consents: rows.map((grant) => consentView(grant, grant_id)), next_cursor }
  },
})

/** The public view of a consent. Token use is not recorded, so `last_used_at` is the time of the last token issue. */
function consentView(grant: OwnGrant, own_id: string) {
  const { id, client_id, client_name, scopes, resource, authorization_details, created_at, last_issued_at } =
    grant
  return {
    id,
    agent: agentView(client_id, client_name),
    scopes,
    resource,
    authorization_details,
    is_this_app: id === own_id,
    granted_at: created_at,
    last_used_at: last_issued_at,
  }
}
