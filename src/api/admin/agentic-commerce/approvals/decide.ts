import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Decision } from "../../../../modules/policy/approvals"
import { approvalById } from "../../../../queries/approval/approvals"
import { found, staffOf } from "../modules"
import { answerWith } from "../problem-answer"
import { viewOf } from "./approval-view"
import type { Decide } from "./validators"

/** Creates a route that decides on a waiting payment and responds with the approval as it is afterwards. */
export const decideBy =
  (decide: (container: MedusaContainer, id: string, decision: Decision) => Promise<unknown>) =>
  async (req: AuthenticatedMedusaRequest<Decide>, res: MedusaResponse): Promise<void> => {
    const { id } = found(await approvalById(req.scope, String(req.params.id)), "approval")
    const { note = null } = req.validatedBody
    const decided = decide(req.scope, id, { by: staffOf(req), note }).then(async () => {
      const approval = viewOf(found(await approvalById(req.scope, id), "approval"))
      return { status: 200, body: { approval } }
    })
    await answerWith(res, decided)
  }
