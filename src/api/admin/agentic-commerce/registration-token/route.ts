import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../modules"

/** Whether an initial access token for client registration exists, and since when. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ registration_token: (await oauthOf(req).registrationToken.find()) ?? null })
}

/** Issues a new registration token, which replaces the previous one. It is only in this response. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const token = await oauthOf(req).registrationToken.issue(staffOf(req))
  res.set("Cache-Control", "no-store").json({ token })
}

/** Deletes the registration token. Clients that have registered with it stay. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  found((await oauthOf(req).registrationToken.delete(staffOf(req))) || undefined, "registration token")
  res.json({ id: "registration_token", object: "registration_token", deleted: true })
}
