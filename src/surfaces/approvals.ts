import type { MedusaContainer } from "@medusajs/framework/types"
import type { Decision } from "../modules/policy/approvals"
import { approve as decide } from "../workflows/approval/decide-approval"
import { inBackground } from "../workflows/approval/pay-approved"

export { approvalById, listApprovals } from "../queries/approvals"
export { refuse } from "../workflows/approval/decide-approval"

/**
 * Approves a waiting payment and starts it in the background; the agent's task shows the outcome. Throws
 * `invalid_state`.
 */
export async function approve(container: MedusaContainer, id: string, decision: Decision): Promise<void> {
  await decide(container, id, decision)
  void inBackground(container, id)
}
