import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { nameFault, namesTheStore } from "../../../../../../domain/client-name"
import type { ManagedClient } from "../../../../../../modules/oauth/models/managed-client"
import { namesOfStore } from "../../../../../../queries/client/names-of-store"
import { found, notAllowed, oauthOf, policyOf, staffOf } from "../../../modules"
import { viewOf } from "../../client-view"

/** Approves a pending client, unless its name could deceive the people who consent to it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { managed } = oauthOf(req)
  const id = String(req.params.id)
  await refuseDeceptiveName(req, found(await managed.find(id), "client"))
  const client = await managed.approve(id, staffOf(req))
  if (!client) throw notAllowed("A revoked client cannot be approved again. The client must register again.")
  res.json({ client: await viewOf(req, client) })
}

/** The store may have been renamed since the client registered. */
async function refuseDeceptiveName(req: AuthenticatedMedusaRequest, { name }: ManagedClient): Promise<void> {
  const own = await namesOfStore(req.scope, policyOf(req).options.base_url)
  const fault =
    nameFault(name) ?? (namesTheStore(name, own) ? "must not contain the store's name" : undefined)
  if (fault) throw notAllowed(`The client's name ${fault}. The client must register again with another name.`)
}
