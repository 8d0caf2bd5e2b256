import { idempotentFor } from "../../gateway/idempotency/idempotent-operation"
import { errorReply } from "./ucp-errors"

/** Declares an operation that executes once per `Idempotency-Key` (UCP: Idempotency). */
export const idempotent = idempotentFor(errorReply)
