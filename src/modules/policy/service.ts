import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type GatewayOptions, readOptions } from "../../options"
import type { Settings } from "./models/settings"

interface Dependencies {
  __pg_connection__: Knex
}

/** The merchant's switches and the store's configuration. Validates the plugin's options when the store boots. */
export default class PolicyService {
  readonly options: GatewayOptions
  private readonly knex: Knex

  constructor({ __pg_connection__ }: Dependencies, options?: unknown) {
    this.knex = __pg_connection__
    this.options = readOptions(options)
  }

  /** The switches as they are now; every instance sees a change on its next call. */
  async settings(): Promise<Settings> {
    const row = await this.knex<Settings>("gw_setting").first("a2a_enabled", "ucp_enabled", "updated_at")
    if (!row) throw new Error("gw_setting has no row: run the migrations")
    return row
  }

  /** Sets the given switches and returns them all. */
  async updateSettings(change: Partial<Omit<Settings, "updated_at">>): Promise<Settings> {
    await this.knex("gw_setting").update({ ...change, updated_at: this.knex.fn.now() })
    return this.settings()
  }
}
