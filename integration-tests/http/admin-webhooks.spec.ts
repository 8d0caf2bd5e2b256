import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { download, linesIn, linesOf, newestExports, UTC } from "../support/exported-lists"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { Receiver } from "../support/receiver"
import { audited, deliveriesOf, type Managed, PATH, read, staffAsk } from "../support/managed-webhooks"
import { closeReceiver, NO_RETRY, openReceiver, subscribed } from "../support/webhook-clients"
import { hasten, newestThat, shown, subscribe } from "../support/webhooks"
import { world } from "../support/world"

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => closeReceiver(receiver))

const page = (query = "") => adminGet<{ webhooks: Managed[]; next_cursor: string | null }>(`${PATH}${query}`)

describe("the webhooks in the admin API", () => {
  it("require a staff login", async () => {
    const reads = ["", "/whk_1", "/whk_1/deliveries", "/whk_1/deliveries/whd_1"]
    const acts = ["/whk_1/enable", "/whk_1/disable", "/whk_1/ping", "/whk_1/replay"]
    for (const path of reads) expect((await fetch(`${world().base_url}${PATH}${path}`)).status).toBe(401)
    for (const path of [...acts, "/whk_1/deliveries/whd_1/retry"])
      expect((await fetch(`${world().base_url}${PATH}${path}`, { method: "POST" })).status).toBe(401)
  })

  it("answer 404 when they do not exist", async () => {
    const reads = ["/whk_none", "/whk_none/deliveries", "/whk_none/deliveries/whd_none"]
    for (const path of reads) expect((await adminFetch(`${PATH}${path}`)).status).toBe(404)
    for (const act of ["enable", "disable", "ping", "replay", "deliveries/whd_none/retry"])
      expect((await adminPost(`${PATH}/whk_none/${act}`)).status).toBe(404)
  })

  it.each(["status=dead", "limit=0", "limit=101", "cursor=x", "cursor=", "q=", "sort=url", "client_id="])(
    "reject ?%s with 400",
    async (query) => {
      expect((await adminFetch(`${PATH}?${query}`)).status).toBe(400)
    }
  )

  it("are exported as CSV with the filters of the list and without secrets, which the audit log records [ADM-57]", async () => {
    const { id, buyer, path } = await subscribed(receiver)
    const other = await subscribed(receiver)
    const query = { client_id: buyer.client_id, status: "active", q: path }
    const response = await download("webhooks", query)
    expect(response.headers.get("content-disposition")).toMatch(/"webhooks_until_\d{4}-\d\d-\d\d\.csv"/)
    const text = await response.text()
    const [line, ...more] = linesIn(text)
    expect(more).toEqual([])
    expect(line).toMatchObject({
      webhook_id: id,
      url: receiver.at(path),
      agent_id: buyer.client_id,
      format: "standard",
      status: "active",
      created_at: expect.stringMatching(UTC) as string,
    })
    expect(text).not.toMatch(/whsec_/)
    const all = await linesOf("webhooks", { q: new URL(receiver.at("/")).host })
    expect(all.map(({ webhook_id }) => webhook_id)).toEqual(expect.arrayContaining([id, other.id]))
    const [{ detail } = { detail: {} }] = await newestExports("webhooks")
    expect(detail).toMatchObject({ has_search_text: "true" })
    expect(detail).not.toHaveProperty("q")
    expect((await fetch(`${world().base_url}${PATH}/export`)).status).toBe(401)
    for (const wrong of ["limit=1", "cursor=x", "status=gone"])
      expect((await adminFetch(`${PATH}/export?${wrong}`)).status).toBe(400)
  })

  it("are listed with their client and status, and never with a secret [ADM-29]", async () => {
    const { id, buyer, path } = await subscribed(receiver, [500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const failed = async () => {
      const { webhooks } = await page(`?client_id=${buyer.client_id}`)
      return webhooks[0]?.failures ? webhooks : undefined
    }
    const webhooks = await eventually(failed)
    expect(webhooks).toMatchObject([
      {
        id,
        client_id: buyer.client_id,
        url: receiver.at(path),
        status: "failing",
        profile: "standard",
        events: null,
        failures: 1,
        waiting: 1,
        last_failure_status: 500,
        last_success_at: null,
        client_name: expect.stringMatching(/\w/) as string,
        failing_since: expect.any(String) as string,
      },
    ])
    expect(JSON.stringify(webhooks)).not.toMatch(/secret|whsec|rotation|v1\./)
    await hasten(id)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    expect(await read(id)).toMatchObject({
      status: "active",
      failing_since: null,
      failures: 0,
      waiting: 0,
      deliveries: { pending: 0, delivered: 1, dead: 0 },
      last_success_at: expect.any(String) as string,
    })
  })

  it("are filtered by client, by status and by a literal part of the URL, page by page", async () => {
    const buyer = await Buyer.forGuests()
    const paths = ["/paged/100%25", "/paged/1003", "/paged/other"]
    for (const path of paths) await subscribe(buyer, receiver.at(path))
    const one = await page(`?client_id=${buyer.client_id}&limit=2`)
    const two = await page(`?client_id=${buyer.client_id}&limit=2&cursor=${one.next_cursor}`)
    expect([...one.webhooks, ...two.webhooks].map(({ url }) => url)).toEqual(
      paths.map((path) => receiver.at(path)).reverse()
    )
    expect(two.next_cursor).toBeNull()
    const like = async (q: string) =>
      (await page(`?client_id=${buyer.client_id}&q=${encodeURIComponent(q)}`)).webhooks.map(({ url }) => url)
    expect(await like("PAGED/100")).toHaveLength(2)
    expect(await like("100%")).toEqual([receiver.at(paths[0] as string)])
    expect(await like("1_03")).toEqual([])
    const [first] = one.webhooks
    await staffAsk(`${first?.id}/disable`, 200)
    const by = async (status: string) =>
      (await page(`?client_id=${buyer.client_id}&status=${status}`)).webhooks
    expect((await by("disabled")).map(({ id }) => id)).toEqual([first?.id])
    expect(await by("active")).toHaveLength(2)
    expect(await by("failing")).toEqual([])
  })

  it("that fail have the status failing everywhere, and can still be pinged and disabled [ADM-29]", async () => {
    const { id, buyer, path } = await subscribed(receiver, [500, 500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const by = async (status: string) =>
      (await page(`?client_id=${buyer.client_id}&status=${status}`)).webhooks.map((one) => one.status)
    expect(await eventually(async () => (await by("failing"))[0])).toBe("failing")
    expect([await by("active"), await by("disabled")]).toEqual([[], []])
    expect(await read(id)).toMatchObject({ status: "failing", failures: 1 })
    await staffAsk(`${id}/ping`, 202)
    const { webhook } = await staffAsk<{ webhook: Managed }>(`${id}/disable`, 200)
    expect(webhook.status).toBe("disabled")
    expect([await by("failing"), await by("disabled")]).toEqual([[], ["disabled"]])
    expect((await staffAsk<{ webhook: Managed }>(`${id}/enable`, 200)).webhook.status).toBe("active")
  })
})

describe("a webhook that staff disable", () => {
  it("gets no more deliveries, its client cannot enable it, and the audit log names the staff member [ADM-13]", async () => {
    const { id, buyer, path } = await subscribed(receiver, [500], NO_RETRY)
    await receiver.waitFor(path, ({ status }) => status === 500)
    const { webhook } = await staffAsk<{ webhook: Managed }>(`${id}/disable`, 200)
    expect(webhook).toMatchObject({ status: "disabled", disabled_reason: "merchant", waiting: 0 })
    expect(await shown(buyer, id)).toMatchObject({ status: "disabled", disabled_reason: "merchant" })
    const again = await buyer.send("/webhooks", { body: { url: receiver.at(path) } })
    expect([again.status, again.body.code]).toEqual([409, "invalid_state"])
    for (const act of ["ping", "replay"]) await staffAsk(`${id}/${act}`, 400)
    const [delivery] = (await deliveriesOf(id)).deliveries
    expect(delivery?.state).toBe("dead")
    await staffAsk(`${id}/deliveries/${delivery?.id}/retry`, 400)
    expect(await audited("webhook_disabled", buyer.client_id)).toMatchObject([
      { actor_id: expect.stringMatching(/^user_/) as string, detail: { id, disabled_reason: "merchant" } },
    ])
    await staffAsk(`${id}/disable`, 200)
    expect(await audited("webhook_disabled", buyer.client_id)).toHaveLength(1)
  })

  it("starts without failures when it is enabled again [ADM-13]", async () => {
    const { id, buyer, path } = await subscribed(receiver, [410])
    await newestThat(buyer, id, ({ state }) => state === "dead")
    expect(await read(id)).toMatchObject({ status: "disabled", disabled_reason: "gone" })
    expect(await audited("webhook_disabled", buyer.client_id)).toMatchObject([{ actor_id: null }])
    const { webhook } = await staffAsk<{ webhook: Managed }>(`${id}/enable`, 200)
    expect(webhook).toMatchObject({ status: "active", disabled_reason: null, failures: 0 })
    await staffAsk(`${id}/enable`, 200)
    expect(await audited("webhook_enabled", buyer.client_id)).toMatchObject([
      { actor_id: expect.stringMatching(/^user_/) as string, detail: { id } },
    ])
    await staffAsk(`${id}/ping`, 202)
    await receiver.waitFor(path, ({ status }) => status === 200)
    // A later change by its client is not attributed to staff.
    expect((await buyer.send(`/webhooks/${id}/rotate-secret`)).status).toBe(200)
    expect(await audited("webhook_secret_rotated", buyer.client_id)).toMatchObject([{ actor_id: null }])
  })

  it("stays disabled when its client is revoked", async () => {
    const { id, buyer } = await subscribed(receiver)
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    await staffAsk(`${id}/disable`, 200)
    const revoke = `/admin/agentic-commerce/clients/${buyer.client_id}/revoke`
    expect((await adminPost(revoke, { reason: "test" })).status).toBe(200)
    expect((await staffAsk<{ message: string }>(`${id}/enable`, 400)).message).toContain("revoked")
    expect(await read(id)).toMatchObject({ status: "disabled", disabled_reason: "merchant" })
  })
})
