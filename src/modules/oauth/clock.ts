import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long things live on their way to a token, in seconds. */
export const LIFETIMES = { request: 600, code: 60 } as const

/** A second use within this many seconds of the first is taken for an honest client's retry, not for a theft. */
export const REUSE_GRACE = 10

/** A moment by the database's clock: the clocks of several instances may disagree, this one cannot. */
export function inSeconds(knex: Knex, seconds: number): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [seconds])
}
