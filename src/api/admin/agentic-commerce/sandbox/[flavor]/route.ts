import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../../modules"

/** Deletes the sandbox credential of a flavor. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { flavor = "" } = req.params
  found((await oauthOf(req).sandbox.disable(flavor, staffOf(req))) || undefined, "sandbox credential")
  res.json({ id: flavor, object: "sandbox", deleted: true })
}
