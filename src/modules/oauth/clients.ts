import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest, newId, newSecret } from "../../domain/secrets"
import type { Client, ClientSettings } from "./models/client"

export type NewClient = Omit<
  Client,
  "id" | "secret_hash" | "revoked_at" | "revoked_reason" | "created_at" | keyof ClientSettings
>

/** A client as it is answered once: the secret exists nowhere after this. */
export interface Registered {
  readonly client: Client
  readonly secret: string | undefined
}

/** The programs that have registered. */
export class Clients {
  constructor(private readonly knex: Knex) {}

  /** Registers a client under a fresh id that begins with its flavor; a secret gets who will authenticate by one. */
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

  /** Which of these are revoked. */
  revokedAmong(ids: readonly string[]): Promise<string[]> {
    return this.knex<Client>("gw_oauth_client").whereIn("id", ids).where({ status: "revoked" }).pluck("id")
  }
}
