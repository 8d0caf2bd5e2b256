import { keyedFor } from "../idempotency/keyed"
import { failed } from "./errors"

/** Declares an operation that executes once per `Idempotency-Key` (UCP: Idempotency). */
export const keyed = keyedFor(failed)
