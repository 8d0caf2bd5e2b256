import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How long things live, in seconds. */
export const LIFETIMES = {
  request: 600,
  code: 60,
  access: 3600,
  /** Counted anew at every rotation. */
  refresh: 30 * 86_400,
  /** Counted from the consent: however often it is refreshed, the person is asked again after this. */
  grant: 180 * 86_400,
} as const

/** A second use within this many seconds of the first is taken for an honest client's retry, not for a theft. */
export const REUSE_GRACE = 10

/** A moment by the database's clock: the clocks of several instances may disagree, this one cannot. */
export function inSeconds(knex: Knex, seconds: number): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [seconds])
}
