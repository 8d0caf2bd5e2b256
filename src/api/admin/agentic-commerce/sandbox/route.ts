import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notAllowed, oauthOf, policyOf, staffOf } from "../modules"
import type { IssueSandbox } from "../validators"

/** Whether sandbox credentials are possible in this store, and which exist. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { admissions } = policyOf(req)
  res.json({
    sandbox: { possible: admissions.isSandboxPossible(), credentials: await oauthOf(req).sandbox.list() },
  })
}

/** Issues a sandbox credential, which replaces the previous one. It is only in this response. */
export async function POST(
  req: AuthenticatedMedusaRequest<IssueSandbox>,
  res: MedusaResponse
): Promise<void> {
  if (!policyOf(req).admissions.isSandboxPossible())
    throw notAllowed(
      "Sandbox credentials require the plugin option debug and a store that does not run in production."
    )
  const token = await oauthOf(req).sandbox.issue(req.validatedBody.flavor, staffOf(req))
  res.set("Cache-Control", "no-store").json({ token })
}
