import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { download, linesIn, linesOf, newestExports, ROOT, UTC } from "../support/exported-lists"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { mintTokens } from "../support/mint-tokens"
import { registerClient } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"
import { changeSettings, setRules } from "../support/policy"

describe("exported agents", () => {
  const lineOf = async (client_id: string) => {
    const [line, ...others] = await linesOf("clients", { q: client_id })
    expect(others).toEqual([])
    return line
  }

  it("have the access, the permissions in words, the last call, the limits and the revenue [ADM-57]", async () => {
    const buyer = await payingAgent()
    await paid(buyer, { amount: 123_456 })
    await setRules(buyer.client_id, {
      spending: {
        only_these_currencies: true,
        rules: [
          { currency: "EUR", max_per_payment: 500_000, approval_above: 123_457 },
          { currency: "JPY", max_per_payment: 800 },
        ],
      },
    })
    expect(await lineOf(buyer.client_id)).toMatchObject({
      agent_id: buyer.client_id,
      channel: "a2a",
      kind: "a2a_agent",
      status: "approved",
      registered_at: expect.stringMatching(UTC) as string,
      revoked_at: "",
      has_access: "true",
      consents: "1",
      last_used_at: expect.stringMatching(UTC) as string,
      permissions: expect.stringContaining("See the payments it made and their state; ") as string,
      scopes: "a2a:payments:read a2a:payments:create",
      whole_store: "false",
      spending_rules: "own",
      max_per_payment: "5000.00 EUR; 800 JPY",
      max_per_day: "",
      approval_above: "1234.57 EUR",
      only_these_currencies: "true",
      orders: "1",
      captured_amount: "1234.56 EUR",
      refunded_amount: "0.00 EUR",
    })
  })

  it("have the limits of the settings if they have none of their own [ADM-57, ADM-60]", async () => {
    const { client_id } = await registerClient()
    expect(await lineOf(client_id)).toMatchObject({
      spending_rules: "",
      max_per_day: "",
      captured_amount: "",
    })
    await changeSettings({
      default_spending: { only_these_currencies: false, rules: [{ currency: "EUR", max_per_day: 2500 }] },
    })
    expect(await lineOf(client_id)).toMatchObject({
      has_access: "false",
      consents: "0",
      last_used_at: "",
      spending_rules: "default",
      max_per_day: "25.00 EUR",
      only_these_currencies: "false",
    })
    await changeSettings({ default_spending: null })
  })

  it("have the revocation with its reason, and no formula, secret or address of the agent [ADM-57]", async () => {
    const { client_id, client_secret } = await registerClient({ client_name: "=1+1" })
    await adminPost(`${ROOT}/clients/${client_id}/revoke`, { reason: "wrong prices" })
    const text = await (await download("clients", { q: client_id })).text()
    expect(linesIn(text)).toMatchObject([
      { agent: "'=1+1", status: "revoked", revoked_reason: "wrong prices", has_access: "false" },
    ])
    const [stored] = await sql<Record<"secret_hash" | "created_ip", string>>(
      "select secret_hash, created_ip from gw_oauth_client where id = $1",
      [client_id]
    )
    for (const hidden of [client_secret, stored?.secret_hash, stored?.created_ip]) {
      expect(hidden).toBeTruthy()
      expect(text).not.toContain(hidden)
    }
  })

  it("are those that the list shows with the same filters [ADM-57]", async () => {
    const tag = randomUUID()
    const pending = await registerClient({ client_name: `${tag} pending` })
    await sql("update gw_oauth_client set status = 'pending' where id = $1", [pending.client_id])
    await registerClient({ client_name: `${tag} idle` })
    await mintTokens(await registerClient({ client_name: `${tag} used` }), "admin")
    const shown = async (more: Record<string, string>) => {
      const query = { q: tag, ...more }
      const { clients } = await adminGet<{ clients: { name: string }[] }>(
        `${ROOT}/clients?${new URLSearchParams(query)}`
      )
      const lines = await linesOf("clients", query)
      expect(lines.map(({ agent: name }) => name)).toEqual(clients.map(({ name }) => name))
      return lines.map(({ agent: name, has_access }) => [name?.replace(`${tag} `, ""), has_access])
    }
    const [used, idle, waits] = [
      ["used", "true"],
      ["idle", "false"],
      ["pending", "false"],
    ]
    expect(await shown({})).toEqual([used, idle, waits])
    expect(await shown({ access: "true" })).toEqual([used, waits])
    expect(await shown({ access: "false" })).toEqual([idle])
    expect(await shown({ status: "pending" })).toEqual([waits])
    expect(await shown({ flavor: "ucp" })).toEqual([])
    const [entry] = await newestExports("agents")
    expect(entry?.detail).toMatchObject({ flavor: "ucp", has_search_text: "true" })
    expect(JSON.stringify(entry)).not.toContain(tag)
  })

  it("are all there, without repeats, when there are more than fit on a page [ADM-57]", async () => {
    const tag = randomUUID()
    await sql(
      `insert into gw_oauth_client (id, client_type, flavor, name, auth_method, application_type, redirect_uris, scopes, status, created_ip, created_at)
       select 'a2a_' || md5($1 || n), 'a2a_agent', 'a2a', $1 || ' ' || n, 'none', 'web', array['https://agent.example/callback'], array['a2a:payments:read'],
              'approved', '192.0.2.1', '2026-03-05T10:00:00Z'::timestamptz + (n / 700) * interval '1 second'
         from generate_series(1, 1201) n`,
      [tag]
    )
    const lines = await linesOf("clients", { q: tag })
    expect(new Set(lines.map(({ agent_id }) => agent_id)).size).toBe(1201)
    expect(lines).toHaveLength(1201)
    await sql("delete from gw_oauth_client where name like $1 || ' %'", [tag])
  })

  it.each(["status=x", "flavor=x", "access=maybe"])("are refused with 400 for ?%s", async (query) => {
    expect((await adminFetch(`${ROOT}/clients/export?${query}`)).status).toBe(400)
  })
})
