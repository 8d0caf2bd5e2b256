import { keyedFor } from "../idempotency/keyed"
import { failed } from "./errors"

/** Declares an operation that runs once per `Idempotency-Key` of a customer and their app. */
export const keyed = keyedFor(failed)
