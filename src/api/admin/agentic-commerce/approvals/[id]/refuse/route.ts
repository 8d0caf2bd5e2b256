import { refuse } from "../../../../../../workflows/approval/decide-approval"
import { decideBy } from "../../decide"

/** Rejects a waiting payment: the agent's task fails, and its checkout cannot be completed as it is. */
export const POST = decideBy(refuse)
