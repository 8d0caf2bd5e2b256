import { refuse } from "../../../../../../surfaces/approvals"
import { decideBy } from "../../decide"

/** Refuses a payment that waits: the agent's task fails, and its checkout cannot be completed as it is. */
export const POST = decideBy(refuse)
