import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newSecret } from "../../domain/secrets"
import { TEST_CLIENT_IDS } from "../../domain/test-client"
import { containing } from "../../lib/containing"
import { changeByStaff } from "../../lib/staff-audit"
import {
  type OrderBy,
  type Page,
  type SortColumn,
  allPages,
  byTime,
  sortedPage,
  sortingBy,
} from "../../lib/keyset-page"
import type { Client, ClientSettings } from "./models/client"
import type { ManagedClient } from "./models/managed-client"

/** What clients can be sorted by. */
export const CLIENT_SORTS = {
  created_at: byTime("created_at"),
  name: [{ name: "name", type: "text" }],
} as const satisfies Record<string, readonly SortColumn[]>

/** A query for a page of clients. */
export interface ClientQuery {
  /** Part of the name or the id. */
  readonly q?: string
  readonly status?: Client["status"]
  readonly flavor?: Client["flavor"]
  /** Whether the client has access, or waits for the approval that gives it access. */
  readonly access?: boolean
  /** By default the newest first. */
  readonly order?: OrderBy<keyof typeof CLIENT_SORTS>
  readonly limit: number
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string
}

/** The filters of clients. */
export type ClientMatch = Omit<ClientQuery, "order" | "limit" | "cursor">

/** The clients as the merchant's staff manages them. `by` is the staff member, for the audit log. */
export class ManagedClients {
  constructor(private readonly knex: Knex) {}

  /** A page of clients without the self-test's. Undefined if the cursor is invalid. */
  list(query: ClientQuery): Promise<Page<ManagedClient> | undefined> {
    const { order = "-created_at", limit, cursor, ...which } = query
    const seen = this.knex.from(this.seen(this.matching(which)).as("seen"))
    return sortedPage<ManagedClient>(this.knex, seen, sortingBy(CLIENT_SORTS, order), limit, cursor)
  }

  /** All clients that match, newest first, in pages of at most `limit`. */
  pages(which: ClientMatch, limit: number): AsyncGenerator<ManagedClient[], void> {
    return allPages((cursor) => this.list({ ...which, limit, ...(cursor && { cursor }) }))
  }

  /** Which of these clients have access: they are approved and have a usable consent. */
  async withAccess(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = this.knex("gw_oauth_client as c").whereIn("c.id", ids).whereRaw(HAS_ACCESS)
    return new Set((await found.select<{ id: string }[]>("c.id")).map(({ id }) => id))
  }

  /** How many clients that match otherwise have no access and wait for no approval: at most `MOST_COUNTED`. */
  async countWithoutAccess(which: Omit<ClientMatch, "access">): Promise<number> {
    const some = this.matching({ ...which, access: false })
      .select("c.id")
      .limit(MOST_COUNTED)
    const [row] = await this.knex.from(some.as("some")).count<{ count: string }[]>()
    return Number(row?.count)
  }

  private matching({ q, status, flavor, access }: ClientMatch): Knex.QueryBuilder {
    return this.knex("gw_oauth_client as c").where((where) => {
      void where.whereNotIn("id", [...TEST_CLIENT_IDS])
      if (status) void where.where({ status })
      if (flavor) void where.where({ flavor })
      // The expression matches the index.
      if (q) void where.whereRaw("name || ' ' || id ilike ?", [containing(q)])
      if (access !== undefined)
        void where.whereRaw(access ? HAS_ACCESS_OR_WAITS : `not ${HAS_ACCESS_OR_WAITS}`)
    })
  }

  async find(id: string): Promise<ManagedClient | undefined> {
    const [client] = await this.seen(this.knex("gw_oauth_client as c").where("c.id", id))
    return client as ManagedClient | undefined
  }

  /**
   * Returns a lookup of client names by id, read in one statement. The name of null or of a deleted client is
   * null.
   */
  async names(ids: readonly (string | null)[]): Promise<(id: string | null) => string | null> {
    const named = [...new Set(ids.filter((id) => id !== null))]
    const clients = named.length ? this.knex<Client>("gw_oauth_client").whereIn("id", named) : []
    const byId = new Map((await clients).map(({ id, name }) => [id, name]))
    return (id) => byId.get(id ?? "") ?? null
  }

  /**
   * Approves a client, also one that needed no approval. A client that staff approved before stays as it is. Undefined if
   * the client is revoked.
   */
  async approve(id: string, by: string): Promise<ManagedClient | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_client")
        .where({ id, approved_at: null })
        .whereNot({ status: "revoked" })
        .update({ status: "approved", approved_at: trx.fn.now(), updated_by: by })
    )
    const client = await this.find(id)
    return client?.status === "approved" ? client : undefined
  }

  /** Revokes a client for good: its next call is rejected, and its streams end. The first reason stays. */
  async revoke(id: string, reason: string, by: string): Promise<ManagedClient | undefined> {
    await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_client")
        .where({ id })
        .whereNot({ status: "revoked" })
        .update({ status: "revoked", revoked_at: trx.fn.now(), revoked_reason: reason, updated_by: by })
    )
    return this.find(id)
  }

  /**
   * Changes a client's own settings; absent ones stay. Null restores the surface's setting, removes the
   * spending limits, or lets the next signed request set the UCP profile.
   */
  async change(
    id: string,
    settings: Partial<ClientSettings>,
    by: string
  ): Promise<ManagedClient | undefined> {
    const { ip_allow, hours, limits, whole_store, spending, ucp_profile } = settings
    const { dpop_bound_access_tokens } = settings
    const change = {
      ...(ip_allow !== undefined && { ip_allow }),
      ...(hours !== undefined && { hours: hours && JSON.stringify(hours) }),
      ...(limits !== undefined && { limits: limits && JSON.stringify(limits) }),
      ...(whole_store !== undefined && { whole_store }),
      ...(spending !== undefined && { spending: spending && JSON.stringify(spending) }),
      ...(ucp_profile !== undefined && { ucp_profile }),
      ...(dpop_bound_access_tokens !== undefined && { dpop_bound_access_tokens }),
      updated_by: by,
    }
    await changeByStaff(this.knex, (trx) => trx("gw_oauth_client").where({ id }).update(change))
    return this.find(id)
  }

  /** Replaces a client's secret. Undefined if the client has no secret or is revoked. */
  async rotateSecret(id: string, by: string): Promise<string | undefined> {
    const secret = newSecret("gws")
    const rotated = await changeByStaff(this.knex, (trx) =>
      trx("gw_oauth_client")
        .where({ id })
        .whereNotNull("secret_hash")
        .whereNot({ status: "revoked" })
        .update({ secret_hash: digest(secret), updated_by: by })
    )
    return rotated ? secret : undefined
  }

  /** The merchant's view: without the secret's hash, and with the last use from the rate counter. */
  private seen(clients: Knex.QueryBuilder): Knex.QueryBuilder {
    return clients
      .leftJoin("gw_usage as u", "u.client_id", "c.id")
      .select(SEEN.map((column) => `c.${column}`))
      .select("u.minute_at as last_used_at")
  }
}

/** How many clients without access are counted. */
const MOST_COUNTED = 1000

/** Access is a usable token of a consent that is not revoked. */
const HAS_ACCESS = `(c.status = 'approved' and exists (
  select from gw_oauth_grant g
    join gw_oauth_token t on t.grant_id = g.id and t.expires_at > now() and t.used_at is null and t.revoked_at is null
   where g.client_id = c.id and g.revoked_at is null))`

const HAS_ACCESS_OR_WAITS = `(c.status = 'pending' or ${HAS_ACCESS})`

const SEEN = [
  "id",
  "client_type",
  "flavor",
  "name",
  "auth_method",
  "application_type",
  "redirect_uris",
  "require_pushed_authorization_requests",
  "scopes",
  "status",
  "approved_at",
  "revoked_at",
  "revoked_reason",
  "ip_allow",
  "hours",
  "limits",
  "whole_store",
  "spending",
  "ucp_profile",
  "dpop_bound_access_tokens",
  "created_ip",
  "created_at",
]
