import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Flavor, scopesOf } from "../../domain/scopes"
import { digest, newId, newSecret } from "../../domain/secrets"
import { TEST_CLIENTS, type TestFlavor } from "../../domain/test-client"
import { inSeconds } from "./clock"

const NAME = "Test my store"

/** No access rules, rate limits or spending limits, because the test checks the store and not the rules for agents. */
const RULES = {
  ip_allow: [],
  hours: JSON.stringify({ time_zone: "UTC", days: {} }),
  limits: JSON.stringify({ minute: null, hour: null, day: null }),
  spending: JSON.stringify({ only_these_currencies: false, rules: [] }),
  dpop_bound_access_tokens: false,
}

/**
 * The clients of the store's self-test, one per surface, with fixed ids. They are revoked between tests, and
 * they cannot get a consent, because they have no redirect URI.
 */
export class TestClients {
  constructor(
    private readonly knex: Knex,
    private readonly resourceOf: (flavor: Flavor) => string
  ) {}

  /**
   * Approves the client of a surface as if `by` had consented. Returns its access token, which is valid for
   * `seconds` and stored only as a hash.
   */
  async open(flavor: TestFlavor, by: string, seconds: number): Promise<string> {
    const token = newSecret("gwa")
    const scopes = scopesOf(flavor)
    await this.knex.transaction(async (trx) => {
      await admit(trx, flavor, by)
      const grant = { id: newId("grant"), client_id: TEST_CLIENTS[flavor], scopes }
      const consent = { actor_type: "user", actor_id: by, resource: this.resourceOf(flavor) }
      await trx("gw_oauth_grant").insert({ ...grant, ...consent })
      const expires_at = inSeconds(trx, seconds)
      await trx("gw_oauth_token").insert({
        hash: digest(token),
        kind: "access",
        grant_id: grant.id,
        scopes,
        expires_at,
      })
    })
    return token
  }

  /** Revokes the consents and the clients of all tests. */
  async close(reason: string, by: string): Promise<void> {
    const ended = { revoked_at: this.knex.fn.now(), revoked_reason: reason, updated_by: by }
    const ids = Object.values(TEST_CLIENTS)
    await this.knex("gw_oauth_grant").whereIn("client_id", ids).where({ revoked_at: null }).update(ended)
    await this.knex("gw_oauth_client")
      .whereIn("id", ids)
      .whereNot({ status: "revoked" })
      .update({ status: "revoked", ...ended })
  }
}

async function admit(trx: Knex, flavor: TestFlavor, by: string): Promise<void> {
  const id = TEST_CLIENTS[flavor]
  const approved = { status: "approved", revoked_at: null, revoked_reason: null, updated_by: by }
  await trx("gw_oauth_client")
    .insert({
      id,
      flavor,
      client_type: id,
      name: NAME,
      auth_method: "none",
      application_type: "native",
      redirect_uris: [],
      scopes: scopesOf(flavor),
      created_ip: "127.0.0.1",
      ...RULES,
      ...approved,
    })
    .onConflict("id")
    .merge({ ...approved, ...RULES })
}
