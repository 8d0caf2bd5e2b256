import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notAllowed, oauthOf, policyOf, staffOf } from "../modules"
import type { IssueSandbox } from "../validators"

/** Whether sandbox credentials can work in this store at all, and which there are. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { admissions } = policyOf(req)
  res.json({
    sandbox: { possible: admissions.isSandboxPossible(), credentials: await oauthOf(req).sandbox.list() },
  })
}

/** Makes a sandbox credential, in place of the one there was. It is in this one answer and nowhere else. */
export async function POST(
  req: AuthenticatedMedusaRequest<IssueSandbox>,
  res: MedusaResponse
): Promise<void> {
  if (!policyOf(req).admissions.isSandboxPossible())
    throw notAllowed(
      "Sandbox credentials need the option debug, and a store that does not run in production."
    )
  const token = await oauthOf(req).sandbox.issue(req.validatedBody.flavor, staffOf(req))
  res.set("Cache-Control", "no-store").json({ token })
}
