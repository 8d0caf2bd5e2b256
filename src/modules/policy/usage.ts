import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Limits, WINDOWS, type Window, type WindowUse } from "../../domain/rate-limit"
import { TEST_CLIENT_IDS } from "../../domain/test-client"
import type { Settings } from "./models/settings"

/** How the keys of callers without a token begin; a client's key is its id. */
export const ANONYMOUS = "anonymous:"

/** A client whose usage is requested. */
export interface Limited {
  readonly id: string
  readonly flavor: string
  /** The client's own limits; the surface's limit applies to an absent window. */
  readonly limits: Partial<Limits> | null
}

type Counted = Readonly<Record<Window, number>> & { readonly client_id: string }

/** The usage of clients' rate limits, by the database's clock. Read-only. */
export class Usages {
  constructor(private readonly knex: Knex) {}

  /** The usage of each of these clients, by client id. `settings` has the limits of the surfaces. */
  async of(
    clients: readonly Limited[],
    { a2a_limits, ucp_limits }: Pick<Settings, "a2a_limits" | "ucp_limits">
  ): Promise<Map<string, WindowUse>> {
    const { rows } = await this.knex.raw<{ rows: Counted[] }>(NOW, [clients.map(({ id }) => id)])
    const counted = new Map(rows.map((row) => [row.client_id, row]))
    const useOf = ({ id, flavor, limits: own }: Limited): WindowUse => {
      const limits = { ...(flavor === "a2a" ? a2a_limits : ucp_limits), ...own }
      const windows = (Object.keys(WINDOWS) as Window[]).map((window) => [
        window,
        { used: counted.get(id)?.[window] ?? 0, limit: limits[window] ?? null },
      ])
      return Object.fromEntries(windows) as WindowUse
    }
    return new Map(clients.map((client) => [client.id, useOf(client)]))
  }

  /** Whether a call of any client has ever passed the gates. The store's self-test does not count. */
  async hasCalls(): Promise<boolean> {
    const called = this.knex("gw_usage")
      .whereNotIn("client_id", [...TEST_CLIENT_IDS])
      .whereNot("client_id", "like", `${ANONYMOUS}%`)
    return Boolean(await called.first("client_id"))
  }
}

const inWindow = (window: Window) =>
  `case when ${window}_at >= date_trunc('${window}', now(), 'UTC') then ${window} else 0 end as ${window}`

const NOW = `
  select client_id, ${(Object.keys(WINDOWS) as Window[]).map(inWindow).join(", ")}
    from gw_usage where client_id = any(?)`
