import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../modules"

/** Whether there is a token for registering, and since when. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ registration_token: (await oauthOf(req).registrationToken.find()) ?? null })
}

/** Makes a token for registering, in place of the one there was. It is in this one answer and nowhere else. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const token = await oauthOf(req).registrationToken.issue(staffOf(req))
  res.set("Cache-Control", "no-store").json({ token })
}

/** Ends the token; clients that have registered with it stay. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  found((await oauthOf(req).registrationToken.end(staffOf(req))) || undefined, "registration token")
  res.json({ id: "registration_token", object: "registration_token", deleted: true })
}
