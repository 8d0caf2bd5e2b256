import { keyedFor } from "../idempotency/keyed"
import { failed } from "./errors"

/** Declares an operation that is executed once for each `Idempotency-Key` (UCP: Idempotency). */
export const keyed = keyedFor(failed)
