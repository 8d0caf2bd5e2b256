import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { Grant } from "../../../../../../modules/oauth/models/grant"
import { type Person, namesOf } from "../../../people"

/** A consent for the merchant's staff, with the person who gave it. */
export interface GrantView extends Grant {
  readonly actor: Person
}

/** The views of consents. The number of statements does not depend on the number of consents. */
export async function grantViewsOf(
  req: AuthenticatedMedusaRequest<unknown>,
  grants: readonly Grant[]
): Promise<GrantView[]> {
  const actorOf = ({ actor_type: type, actor_id: id }: Grant) => ({ type, id })
  const named = await namesOf(req.scope, grants.map(actorOf))
  return grants.map((grant) => ({ ...grant, actor: named(actorOf(grant)) }))
}
