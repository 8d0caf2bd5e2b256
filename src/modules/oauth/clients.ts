import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newId, newSecret } from "../../domain/secrets"
import type { Client, ClientSettings } from "./models/client"

/** The data of a client before it is stored. */
export type NewClient = Omit<
  Client,
  "id" | "secret_hash" | "revoked_at" | "revoked_reason" | "created_at" | keyof ClientSettings
>

/** A registered client. Its secret is returned once and stored only as a hash. */
export interface Registered {
  readonly client: Client
  readonly secret: string | undefined
}

/** The registered OAuth clients. */
export class Clients {
  constructor(private readonly knex: Knex) {}

  /**
   * Registers a client under a new id that starts with its flavor. Creates a secret if its authentication
   * method needs one.
   */
  async register(client: NewClient): Promise<Registered> {
    const secret = client.auth_method.startsWith("client_secret_") ? newSecret("gws") : undefined
    const row = { ...client, id: newId(client.flavor), secret_hash: secret ? digest(secret) : null }
    const [stored] = await this.knex<Client>("gw_oauth_client").insert(row).returning("*")
    if (!stored) throw new Error("the client was not stored")
    return { client: stored, secret }
  }

  find(id: string): Promise<Client | undefined> {
    return this.knex<Client>("gw_oauth_client").where({ id }).first()
  }

  /** Which of these clients are revoked. */
  revokedAmong(ids: readonly string[]): Promise<string[]> {
    return this.knex<Client>("gw_oauth_client").whereIn("id", ids).where({ status: "revoked" }).pluck("id")
  }
}
