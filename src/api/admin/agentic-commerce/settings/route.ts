import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogOf, policyOf, staffOf } from "../modules"
import type { UpdateSettings } from "../validators"

/** The merchant's settings, and the store's public URL. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const policy = policyOf(req)
  res.json({ settings: await policy.chosenSettings(), base_url: policy.options.base_url })
}

/** Changes the given settings, effective from the next call of every agent. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  const settings = await policyOf(req).updateSettings(req.validatedBody, staffOf(req))
  // Products of channels that were removed must not stay in the catalog until the next comparison.
  if (req.validatedBody.ucp_sales_channels) await catalogOf(req).sweeps.hasten()
  res.json({ settings })
}
