import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, notAllowed, oauthOf, staffOf } from "../../../modules"

/** Gives a client a new secret. It is in this one answer and nowhere else; the old one is worth nothing any more. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { managed } = oauthOf(req)
  const client = found(await managed.find(String(req.params.id)), "client")
  const client_secret = await managed.rotateSecret(client.id, staffOf(req))
  if (!client_secret) throw notAllowed("A public or a revoked client has no secret to rotate.")
  res.set("Cache-Control", "no-store").json({ client, client_secret })
}
