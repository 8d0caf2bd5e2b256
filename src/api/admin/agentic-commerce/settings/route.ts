import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogOf, policyOf, staffOf } from "../modules"
import type { UpdateSettings } from "../validators"

/** What the merchant permits, and the address all of it is about. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const policy = policyOf(req)
  res.json({ settings: await policy.chosenSettings(), base_url: policy.options.base_url })
}

/** Changes the settings that are given; effective on the next call of every agent. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  const settings = await policyOf(req).updateSettings(req.validatedBody, staffOf(req))
  // What is sold in other channels than before must not stay in the catalog until it is compared next.
  if (req.validatedBody.ucp_sales_channels) await catalogOf(req).sweeps.hasten()
  res.json({ settings })
}
