import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newId, newSecret } from "../../domain/secrets"
import { inSeconds, LIFETIMES } from "./clock"
import type { Actor, AuthorizationRequest } from "./models/authorization-request"

/** The data of an authorization request before it is stored. */
export type NewRequest = Pick<
  AuthorizationRequest,
  "client_id" | "redirect_uri" | "state" | "scopes" | "resource" | "challenge"
>

/** The secrets of a request that only the browser has: the uid in its URL and the secret in its cookie. */
export interface OpenedRequest {
  readonly uid: string
  readonly browser_secret: string
}

/** Authorization requests that wait for a decision. */
export class Requests {
  constructor(private readonly knex: Knex) {}

  async open(request: NewRequest): Promise<OpenedRequest> {
    const opened = { uid: newSecret("gwi"), browser_secret: newSecret("gwb") }
    await this.knex("gw_oauth_request").insert({
      ...request,
      id: digest(opened.uid),
      browser_hash: digest(opened.browser_secret),
      expires_at: inSeconds(this.knex, LIFETIMES.request),
    })
    return opened
  }

  /** The request, while it can still be decided. */
  findOpen(uid: string): Promise<AuthorizationRequest | undefined> {
    return this.stillOpen(this.knex, uid).first()
  }

  /**
   * Records the consent to `scopes`, or to all requested scopes, and creates its authorization code, once.
   * Undefined if the request was already decided or has expired.
   */
  approve(uid: string, actor: Actor, scopes?: readonly string[]): Promise<string | undefined> {
    return this.knex.transaction(async (trx) => {
      const request = await this.decide(trx, uid, "approved", actor)
      if (!request) return undefined
      const grant_id = await insertGrant(trx, { ...request, scopes: scopes ?? request.scopes }, actor)
      return insertCode(trx, request, grant_id)
    })
  }

  /**
   * Denies the request. False if it was already decided or has expired. Without an actor if the user is not
   * logged in.
   */
  async deny(uid: string, actor?: Actor): Promise<boolean> {
    return Boolean(await this.decide(this.knex, uid, "denied", actor))
  }

  private async decide(knex: Knex, uid: string, decision: "approved" | "denied", actor?: Actor) {
    const decided = { decided_at: knex.fn.now(), decision, actor_type: actor?.type, actor_id: actor?.id }
    const [request] = await this.stillOpen(knex, uid).update(decided, "*")
    return request
  }

  private stillOpen(knex: Knex, uid: string) {
    return knex<AuthorizationRequest>("gw_oauth_request")
      .where({ id: digest(uid), decided_at: null })
      .where("expires_at", ">", knex.fn.now())
  }
}

async function insertGrant(trx: Knex, request: AuthorizationRequest, actor: Actor): Promise<string> {
  const { client_id, scopes, resource } = request
  const id = newId("grant")
  await trx("gw_oauth_grant").insert({
    id,
    client_id,
    scopes,
    resource,
    actor_type: actor.type,
    actor_id: actor.id,
  })
  return id
}

async function insertCode(trx: Knex, request: AuthorizationRequest, grant_id: string): Promise<string> {
  const { redirect_uri, challenge } = request
  const code = newSecret("gwc")
  const expires_at = inSeconds(trx, LIFETIMES.code)
  await trx("gw_oauth_code").insert({ hash: digest(code), grant_id, redirect_uri, challenge, expires_at })
  return code
}
