import type { Client } from "./client"

/** A client as the merchant sees it. */
export type ManagedClient = Omit<Client, "secret_hash"> & {
  /** The minute of the last call that passed all gates. */
  readonly last_used_at: Date | null
}
