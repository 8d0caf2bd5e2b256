import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, notAllowed, oauthOf, staffOf } from "../../../modules"

/** Rotates a client's secret. The new one is only in this response; the old one becomes invalid. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { managed } = oauthOf(req)
  const client = found(await managed.find(String(req.params.id)), "client")
  const client_secret = await managed.rotateSecret(client.id, staffOf(req))
  if (!client_secret) throw notAllowed("The client has no secret to rotate, because it is public or revoked.")
  res.set("Cache-Control", "no-store").json({ client, client_secret })
}
