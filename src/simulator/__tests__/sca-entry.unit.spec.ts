import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startWorld } from "./support/simulator"

interface FormAction {
  type: string
  url: string
  fields: Record<string, string>
}

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
const ask = () =>
  world.control("POST", "/_sim/faults", {
    scope: { operation: "create", times: 1 },
    api: { redirect_post: true },
  })

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })

describe("a page that requires a form", () => {
  let payment: { id: string; next_action: FormAction }
  beforeEach(async () => {
    await ask()
    payment = (await world.create(`gwp_entry_${++count}`)) as typeof payment
  })

  it("is returned with the form's fields, the same each time", async () => {
    const { type, fields } = payment.next_action
    expect(type).toBe("redirect_post")
    expect(fields).toMatchObject({ shop: "Demo <shop>" })
    expect(await world.read(payment.id)).toMatchObject({ next_action: payment.next_action })
  })

  it("opens for exactly that form, and then is an ordinary page", async () => {
    const { url, fields } = payment.next_action
    const entered = await post(url, fields)
    expect([entered.status, entered.headers.get("location")]).toEqual([303, new URL(url).pathname])
    const page = await fetch(url)
    expect([page.status, (await page.text()).includes("Pay by card")]).toEqual([200, true])
  })

  it("does not open by its link", async () => {
    const { status, headers } = await fetch(payment.next_action.url)
    expect([status, headers.get("allow")]).toEqual([405, "POST"])
  })

  it.each<[string, (fields: Record<string, string>) => Record<string, string>]>([
    ["without fields", () => ({})],
    ["without its ticket", ({ ticket: _, ...rest }) => rest],
    ["with a changed field", (fields) => ({ ...fields, shop: "Demo &lt;shop&gt;" })],
    ["with an additional field", (fields) => ({ ...fields, more: "x" })],
  ])("does not open for a form %s", async (_, bend) => {
    const { url, fields } = payment.next_action
    expect((await post(url, bend(fields))).status).toBe(403)
    expect((await fetch(url)).status).toBe(405)
  })

  it("can be completed by scripts without the form", async () => {
    const { json } = await world.auto(payment.next_action.url, {
      card: "4111111111111111",
      action: "approve",
    })
    expect(json.status).toBe("captured")
  })

  it("is returned as many times as the fault specifies", async () => {
    const next = (await world.create(`gwp_entry_${++count}`)) as typeof payment
    expect(next.next_action).toMatchObject({ type: "redirect" })
  })
})
