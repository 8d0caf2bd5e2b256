import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { policyOf, staffOf } from "../modules"
import type { UpdateSettings } from "../validators"

/** What the merchant permits. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settings: await policyOf(req).settings() })
}

/** Changes the settings that are given; effective on the next call of every agent. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  res.json({ settings: await policyOf(req).updateSettings(req.validatedBody, staffOf(req)) })
}
