import { keyedFor } from "../idempotency/keyed"
import { failed } from "./errors"

/** Declares an operation that is executed once for each `Idempotency-Key` of a customer and his app. */
export const keyed = keyedFor(failed)
