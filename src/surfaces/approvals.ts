import type { MedusaContainer } from "@medusajs/framework/types"
import type { Decision } from "../modules/policy/approvals"
import { approve as decide } from "../workflows/approval/decide-approval"
import { inBackground } from "../workflows/approval/pay-approved"

export { approvalById, listApprovals } from "../queries/approvals"
export { refuse } from "../workflows/approval/decide-approval"

/** Approves a payment that waits, and begins it: its outcome shows in the agent's task. Throws `invalid_state`. */
export async function approve(container: MedusaContainer, id: string, decision: Decision): Promise<void> {
  await decide(container, id, decision)
  void inBackground(container, id)
}
