import { sql } from "./database"

/** Forgets the stored response of a request, as a crash before the response does: the same key executes it again. */
export const loseAnswer = (key: string) =>
  sql("update gw_idempotency set answer = null, leased_until = now() - interval '1 second' where key = $1", [
    key,
  ])
