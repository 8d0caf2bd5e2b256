import { approve } from "../../../../../../surfaces/approvals"
import { decideBy } from "../../decide"

/** Approves a payment that waits: the agent's task goes on, or its checkout can be completed. */
export const POST = decideBy(approve)
