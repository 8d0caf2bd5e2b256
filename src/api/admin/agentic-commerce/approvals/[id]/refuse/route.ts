import { refuse } from "../../../../../../workflows/approval/decide-approval"
import { decideBy } from "../../decide"

/** Rejects a waiting payment or refund: the agent's task fails, its checkout cannot be completed as it is, and nothing is refunded. */
export const POST = decideBy(refuse)
