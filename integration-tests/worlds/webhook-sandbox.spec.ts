import { afterAll, beforeAll, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { changeSettings } from "../support/policy"
import { Receiver } from "../support/receiver"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { callUcp } from "../support/ucp"

const SANDBOX = "/admin/agentic-commerce/sandbox"

inOwnWorld({
  GW_CARD_KEY: newPrivateKey(),
  GW_ENCRYPTION_KEY: newEncryptionKey(),
  GW_DEBUG: "true",
  GW_ALLOW_PRIVATE_NETWORKS: "true",
})

let receiver: Receiver
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  await changeSettings({ sandbox_enabled: true })
  receiver = await Receiver.listen()
})
afterAll(() => receiver.close())

const issue = async () => {
  const issued = await adminPost(SANDBOX, { flavor: "ucp" })
  return ((await issued.json()) as { token: string }).token
}

const send = (token: string, path: string, body: object = {}) =>
  callUcp(`/gw-ucp/v1/webhooks${path}`, token, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  })

it("a webhook of the sandbox credential ends with the credential, and continues when registered with a new one", async () => {
  const token = await issue()
  const { status, body } = await send(token, "", { url: receiver.at("/sandbox") })
  expect([status, body]).toEqual([201, body])
  const id = String(body.id)
  await receiver.waitFor("/sandbox", () => true)
  // Events before the end of the credential are delivered, later ones are not.
  expect((await send(token, `/${id}/ping`)).status).toBe(202)
  const received = await receiver.waitFor("/sandbox", ({ body }) => body.includes('"sequence":2'))
  expect((await adminFetch(`${SANDBOX}/ucp`, { method: "DELETE" })).status).toBe(200)
  expect((await adminPost(`/admin/agentic-commerce/webhooks/${id}/ping`)).status).toBe(202)
  const [ended] = await eventually(async () => {
    const disabled =
      "select disabled_reason from gw_webhook_subscription where id = $1 and status = 'disabled'"
    const rows = await sql<{ disabled_reason: string }>(disabled, [id])
    return rows.length ? rows : undefined
  })
  expect(ended?.disabled_reason).toBe("client_revoked")
  expect(receiver.arrived).toHaveLength(received.length)
  const again = await send(await issue(), "", { url: receiver.at("/sandbox") })
  expect([again.status, again.body.id]).toEqual([200, id])
  await receiver.waitFor("/sandbox", ({ body }) => body.includes('"sequence":4'))
})
