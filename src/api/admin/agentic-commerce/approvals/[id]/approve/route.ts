import { approve } from "../../../../../../surfaces/approvals"
import { decideBy } from "../../decide"

/** Approves a waiting payment: the agent's task continues, or its checkout can be completed. */
export const POST = decideBy(approve)
