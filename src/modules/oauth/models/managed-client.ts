import type { Client } from "./client"

/** A client as the merchant sees it. */
export type ManagedClient = Omit<Client, "secret_hash"> & {
  /** The minute of its last call that passed every gate. */
  readonly last_used_at: Date | null
}
