import { approveAndStart } from "../../../../../../workflows/approval/pay-approved"
import { decideBy } from "../../decide"

/** Approves a waiting payment or refund: the agent's task continues, its checkout can be completed, or the refund starts. */
export const POST = decideBy(approveAndStart)
