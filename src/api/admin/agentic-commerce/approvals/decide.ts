import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problemIn } from "../../../../domain/errors"
import type { Decision } from "../../../../modules/policy/approvals"
import { approvalById } from "../../../../surfaces/approvals"
import { found, notAllowed, staffOf } from "../modules"
import { viewOf } from "./approval-view"
import type { Decide } from "./validators"

/** A route that decides on a payment that waits, and answers with how it stands then. */
export const decideBy =
  (decide: (container: MedusaContainer, id: string, decision: Decision) => Promise<unknown>) =>
  async (req: AuthenticatedMedusaRequest<Decide>, res: MedusaResponse): Promise<void> => {
    const { id } = found(await approvalById(req.scope, String(req.params.id)), "approval")
    const { note = null } = req.validatedBody
    await decide(req.scope, id, { by: staffOf(req), note }).catch(refuseImpossible)
    res.json({ approval: viewOf(found(await approvalById(req.scope, id), "approval")) })
  }

function refuseImpossible(thrown: unknown): never {
  const refusal = problemIn(thrown)
  throw refusal?.code === "invalid_state" ? notAllowed(refusal.message) : thrown
}
