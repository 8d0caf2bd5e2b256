import { approveAndPay } from "../../../../../../workflows/approval/pay-approved"
import { decideBy } from "../../decide"

/** Approves a waiting payment: the agent's task continues, or its checkout can be completed. */
export const POST = decideBy(approveAndPay)
