import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CardCharges } from "../../domain/card-mandate"
import { movesMoney } from "../../domain/scopes"
import { digest, newId, newSecret } from "../../domain/secrets"
import { FRESH_LOGIN, inSeconds, LIFETIMES } from "./clock"
import type { Actor, AuthorizationRequest } from "./models/authorization-request"

/** The data of an authorization request before it is stored. */
export type NewRequest = Pick<
  AuthorizationRequest,
  | "client_id"
  | "redirect_uri"
  | "state"
  | "scopes"
  | "resource"
  | "challenge"
  | "dpop_jkt"
  | "authorization_details"
> & {
  /** How old the person's login may be now, in seconds; null for any age. */
  readonly oldest_login: number | null
}

/** A consent, before it is stored. */
export interface NewConsent {
  readonly actor: Actor
  /** When the actor logged in, unless that was on the pages of the request. Undefined also if it is not known. */
  readonly logged_in_at: Date | undefined
  /** The consented scopes, a subset of the requested ones. With scopes that move money, the login must be fresh. */
  readonly scopes: readonly string[]
  /** The limits for charges of saved cards; absent or null if the consent has none. */
  readonly authorization_details?: readonly CardCharges[] | null
}

/** The secrets of a request that only the browser has: the uid in its URL and the secret in its cookie. */
export interface OpenedRequest {
  readonly uid: string
  readonly browser_secret: string
}

/** Authorization requests that wait for a decision. */
export class Requests {
  constructor(private readonly knex: Knex) {}

  async open({ oldest_login, ...request }: NewRequest): Promise<OpenedRequest> {
    const opened = { uid: newSecret("gwi"), browser_secret: newSecret("gwb") }
    await this.knex("gw_oauth_request").insert({
      ...request,
      authorization_details: jsonOf(request.authorization_details),
      id: digest(opened.uid),
      browser_hash: digest(opened.browser_secret),
      login_after: oldest_login === null ? null : inSeconds(this.knex, -oldest_login),
      expires_at: inSeconds(this.knex, LIFETIMES.request),
    })
    return opened
  }

  /** The request, while it can still be decided. */
  findOpen(uid: string): Promise<AuthorizationRequest | undefined> {
    return this.stillOpen(this.knex, uid).first()
  }

  /** Whether the actor's login is recent enough for the request and these scopes. */
  async isLoginRecent(uid: string, consent: NewConsent): Promise<boolean> {
    return (await this.decidable(this.knex, uid, consent).first("id")) !== undefined
  }

  /**
   * Records that a person logged in on the pages of the request. The login is valid for this request and in its browser
   * only. False if the request was already decided or has expired.
   */
  async logIn(uid: string, { type, id }: Actor): Promise<boolean> {
    const login = { actor_type: type, actor_id: id, logged_in_at: this.knex.fn.now() }
    return (await this.stillOpen(this.knex, uid).update(login)) === 1
  }

  /**
   * Records the consent and creates its authorization code, once. Undefined if the request was already decided or has
   * expired, or if the actor's login is older than the request or the scopes allow.
   */
  approve(uid: string, consent: NewConsent): Promise<string | undefined> {
    const { actor, scopes, authorization_details = null } = consent
    return this.knex.transaction(async (trx) => {
      const decision = decided(trx, "approved", actor)
      const [request] = await this.decidable(trx, uid, consent).update(decision, "*")
      if (!request) return undefined
      const grant_id = await insertGrant(trx, { ...request, scopes, authorization_details }, actor)
      return insertCode(trx, request, grant_id)
    })
  }

  /**
   * Denies the request. False if it was already decided or has expired. Without an actor if the user is not
   * logged in.
   */
  async deny(uid: string, actor?: Actor): Promise<boolean> {
    return (await this.stillOpen(this.knex, uid).update(decided(this.knex, "denied", actor))) === 1
  }

  private decidable(knex: Knex, uid: string, { actor, scopes, logged_in_at }: NewConsent) {
    const seconds = scopes.some(movesMoney) ? FRESH_LOGIN : null
    const login = { ...actor, at: logged_in_at ?? null, seconds }
    return this.stillOpen(knex, uid).whereRaw(LOGIN_SUFFICES, login)
  }

  private stillOpen(knex: Knex, uid: string) {
    return knex<AuthorizationRequest>("gw_oauth_request")
      .where({ id: digest(uid), decided_at: null })
      .where("expires_at", ">", knex.fn.now())
  }
}

/** The earliest login that suffices; null if any does, also one of an unknown time. */
const EARLIEST = "greatest(login_after, now() - make_interval(secs => :seconds::double precision))"

/** The login of the actor is the one on the pages of the request, or `at`. */
const LOGIN_SUFFICES = `(${EARLIEST} is null or ${EARLIEST} <=
  coalesce(:at::timestamptz, case when actor_type = :type and actor_id = :id then logged_in_at end))`

const decided = (knex: Knex, decision: "approved" | "denied", actor?: Actor) => ({
  decided_at: knex.fn.now(),
  decision,
  ...(actor && { actor_type: actor.type, actor_id: actor.id }),
})

const jsonOf = (details: readonly CardCharges[] | null) => details && JSON.stringify(details)

async function insertGrant(trx: Knex, request: AuthorizationRequest, actor: Actor): Promise<string> {
  const { client_id, scopes, resource, authorization_details } = request
  const id = newId("grant")
  await trx("gw_oauth_grant").insert({
    id,
    client_id,
    scopes,
    resource,
    actor_type: actor.type,
    actor_id: actor.id,
    authorization_details: jsonOf(authorization_details),
  })
  return id
}

async function insertCode(trx: Knex, request: AuthorizationRequest, grant_id: string): Promise<string> {
  const { redirect_uri, challenge, dpop_jkt } = request
  const code = newSecret("gwc")
  const expires_at = inSeconds(trx, LIFETIMES.code)
  const bound = { redirect_uri, challenge, dpop_jkt }
  await trx("gw_oauth_code").insert({ hash: digest(code), grant_id, ...bound, expires_at })
  return code
}
