import { idempotentFor } from "../../gateway/idempotency/idempotent-operation"
import { errorReply } from "./app-errors"

/** Declares an operation that runs once per `Idempotency-Key` of a customer and their app. */
export const idempotent = idempotentFor(errorReply)
