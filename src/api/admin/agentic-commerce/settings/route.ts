import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POLICY_MODULE } from "../../../../modules/policy"
import type PolicyService from "../../../../modules/policy/service"
import type { UpdateSettings } from "../validators"

/** The merchant's switches. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settings: await req.scope.resolve<PolicyService>(POLICY_MODULE).settings() })
}

/** Sets the switches that are given; effective on the next call of every agent. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  const policy = req.scope.resolve<PolicyService>(POLICY_MODULE)
  res.json({ settings: await policy.updateSettings(req.validatedBody) })
}
