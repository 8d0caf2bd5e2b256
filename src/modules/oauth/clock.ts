import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Lifetimes of authorization requests, pushed ones before a browser opens them, codes, and logins on the account page, in
 * seconds.
 */
export const LIFETIMES = { request: 600, pushed: 60, code: 60, account_session: 900 } as const

/** How old a login may be when a person consents to scopes that move money, in seconds. */
export const FRESH_LOGIN = 300

/** A second use within this many seconds of the first counts as an honest client's retry, not as theft. */
export const REUSE_GRACE = 10

/** A time relative to the database's clock, which all instances share. */
export function inSeconds(knex: Knex, seconds: number): Knex.Raw {
  return knex.raw("now() + make_interval(secs => ?)", [seconds])
}
