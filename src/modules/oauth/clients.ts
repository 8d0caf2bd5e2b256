import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newId, newSecret } from "../../domain/secrets"
import type { Client, ClientSettings } from "./models/client"

/** The data of a client before it is stored. */
export type NewClient = Omit<
  Client,
  | "id"
  | "secret_hash"
  | "approved_at"
  | "revoked_at"
  | "revoked_reason"
  | "metadata_url"
  | "metadata_read_at"
  | "created_at"
  | keyof ClientSettings
> &
  Pick<ClientSettings, "dpop_bound_access_tokens">

/** A registered client. Its secret is returned once and stored only as a hash. */
export interface Registered {
  readonly client: Client
  readonly secret: string | undefined
}

/**
 * The clients without a consent, counted up to `most`. Older ones than a month do not count: `purgeExpired` is about
 * to delete them.
 */
const UNUSED = `
  select count(*)::integer as count from (
    select from gw_oauth_client c
     where status <> 'revoked' and created_at > now() - interval '30 days'
       and not exists (select from gw_oauth_grant g where g.client_id = c.id)
     limit :most) unused`

const HOLDER = `
  select g.client_id from gw_oauth_code c join gw_oauth_grant g on g.id = c.grant_id where c.hash = :hash
  union all
  select g.client_id from gw_oauth_token t join gw_oauth_grant g on g.id = t.grant_id where t.hash = :hash
  union all
  select client_id from gw_oauth_pushed_request where id = :hash`

/** Registrations are counted one after the other. The lock can be taken repeatedly in one transaction. */
async function lockRegistration(trx: Knex): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('gw_oauth_registration', 0))")
}

/** Inserts a client, unless `most` clients without a consent exist already. */
async function insertBelow(trx: Knex, row: Partial<Client>, most: number): Promise<Client | undefined> {
  await lockRegistration(trx)
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(UNUSED, { most })
  if ((rows[0]?.count ?? 0) >= most) return undefined
  return (await trx<Client>("gw_oauth_client").insert(row).returning("*"))[0]
}

/** The registered OAuth clients. */
export class Clients {
  constructor(private readonly knex: Knex) {}

  /**
   * Registers a client under a new id that starts with its flavor. Creates a secret if its authentication
   * method needs one. Undefined if `most` clients without a consent are registered already: they are counted under
   * a lock, so that concurrent registrations on several instances never exceed the number.
   */
  async register(client: NewClient, most: number): Promise<Registered | undefined> {
    const secret = client.auth_method.startsWith("client_secret_") ? newSecret("gws") : undefined
    const row = { ...client, id: newId(client.flavor), secret_hash: secret ? digest(secret) : null }
    const stored = await this.knex.transaction((trx) => insertBelow(trx, row, most))
    return stored && { client: stored, secret }
  }

  /**
   * Stores the client of its flavor that a document at its own URL describes (OAuth Client ID Metadata Document). The
   * URL's clients keep their ids, statuses, scopes and rules when the document changes; only their names, redirect URIs and
   * authentication follow. `revoked` if the client is new and another one of the document is revoked; `full` if `most` clients without a
   * consent are registered already.
   */
  registerDocument(
    client: NewClient,
    metadata_url: string,
    most: number
  ): Promise<Client | "revoked" | "full"> {
    return this.knex.transaction(async (trx) => {
      await lockRegistration(trx)
      const read = { metadata_url, metadata_read_at: trx.fn.now() as unknown as Date }
      const { name, redirect_uris, auth_method, jwks } = client
      const known = await trx<Client>("gw_oauth_client")
        .where({ metadata_url })
        .update({ name, redirect_uris, auth_method, jwks, ...read })
        .returning("*")
      const own = known.find(({ flavor }) => flavor === client.flavor)
      if (own) return own
      if (known.some(({ status }) => status === "revoked")) return "revoked"
      const row = { ...client, id: newId(client.flavor), secret_hash: null, ...read }
      return (await insertBelow(trx, row, most)) ?? "full"
    })
  }

  /** Whether the caller may read the document at a URL again: once a minute for all of its clients. */
  async claimReading(metadata_url: string): Promise<boolean> {
    const due = "(metadata_tried_at is null or metadata_tried_at < now() - interval '1 minute')"
    const rows = this.knex("gw_oauth_client").where({ metadata_url }).whereRaw(due)
    return (await rows.update({ metadata_tried_at: this.knex.fn.now() })) > 0
  }

  /** The clients that the document at a URL describes, as it was read last: at most one for each flavor, oldest first. */
  findDocument(metadata_url: string): Promise<Client[]> {
    return this.knex<Client>("gw_oauth_client").where({ metadata_url }).orderBy(["created_at", "id"])
  }

  /** The id of the client to which a code, a token or the reference of a pushed request was issued. */
  async findHolder(issued: string): Promise<string | undefined> {
    const hash = digest(issued)
    const { rows } = await this.knex.raw<{ rows: { client_id: string }[] }>(HOLDER, { hash })
    return rows[0]?.client_id
  }

  find(id: string): Promise<Client | undefined> {
    return this.knex<Client>("gw_oauth_client").where({ id }).first()
  }

  /** Which of these clients are revoked. */
  revokedAmong(ids: readonly string[]): Promise<string[]> {
    return this.knex<Client>("gw_oauth_client").whereIn("id", ids).where({ status: "revoked" }).pluck("id")
  }
}
