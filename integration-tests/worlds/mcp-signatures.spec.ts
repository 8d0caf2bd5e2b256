import type { JsonWebKey } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { toolCall } from "../support/mcp"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { isGenuineAnswer } from "../support/signed-call"
import { newPrivateKey } from "../support/store-keys"
import { world } from "../support/world"

const PING = { jsonrpc: "2.0", id: 7, method: "ping" }

describe("the store's signatures over MCP", () => {
  inOwnWorld({ GW_UCP_SIGN_RESPONSES: "true", GW_CARD_KEY: newPrivateKey() })
  let token: string
  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    ;({ token } = await Buyer.forGuests())
  })

  const send = (message: object, bearer = token) =>
    fetch(`${world().base_url}/gw-ucp/v1/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify(message),
    })

  const publishedKeys = async () => {
    const response = await fetch(`${world().base_url}/.well-known/ucp`)
    return ((await response.json()) as { signing_keys: JsonWebKey[] }).signing_keys
  }

  it.each<[string, object, number, string?]>([
    ["a result", toolCall("search_catalog", { catalog: { query: "mug" } }), 200],
    ["an error of a tool", toolCall("get_cart", { id: "cart_none" }), 200],
    ["a list of tools", { ...PING, method: "tools/list" }, 200],
    ["an unknown tool", toolCall("rob_bank", {}), 200],
    ["a malformed message", [PING], 400],
    ["a refused token", PING, 401, "gwa_unknown"],
  ])("cover the whole message of %s, by a published key [MCP-15]", async (_, message, status, bearer) => {
    const response = await send(message, bearer)
    const body = await response.text()
    expect([response.status, JSON.parse(body)]).toMatchObject([status, { jsonrpc: "2.0" }])
    const keys = await publishedKeys()
    expect(await isGenuineAnswer(response, body, keys)).toBe(true)
    expect(await isGenuineAnswer(response, `${body} `, keys)).toBe(false)
    const { headers } = response
    expect(await isGenuineAnswer(new Response(body, { status: 203, headers }), body, keys)).toBe(false)
    expect(await isGenuineAnswer(response, body, [])).toBe(false)
    expect(response.headers.get("cache-control")).toContain("no-transform")
  })

  it("are missing on the answer to a notification, which has no body [MCP-15]", async () => {
    const response = await send({ jsonrpc: "2.0", method: "notifications/initialized" })
    expect([response.status, await response.text()]).toEqual([202, ""])
    expect(response.headers.get("signature")).toBeNull()
  })
})
