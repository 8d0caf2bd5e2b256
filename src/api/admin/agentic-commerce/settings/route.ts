import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { catalogOf, policyOf, staffOf } from "../modules"
import type { UpdateSettings } from "../validators"

/** What the merchant permits. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settings: await policyOf(req).chosenSettings() })
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
