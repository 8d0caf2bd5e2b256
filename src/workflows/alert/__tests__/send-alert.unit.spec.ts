import type { MedusaContainer } from "@medusajs/framework/types"
import { beforeEach, describe, expect, it } from "vitest"
import type { Alert } from "../../../modules/alert/models/alert"
import { outgoing } from "../outgoing-alert"
import { notify } from "../send-alert"

const data = { count: 1, last_reason: "signature_missing", last_at: "2026-11-22T10:00:00Z" }
const alert = outgoing({ id: "alr_1", kind: "signature_failures", subject: "bank", data } as unknown as Alert)
const mail = { to: "owner@store.example", channel: "email", template: "alert" }

interface CreatedNotification {
  readonly idempotency_key: string
  readonly status: string
  readonly to?: string
  readonly data?: object
}

/** A notification module that stores each notification, as Medusa's does, with the next status of a list. */
class Notifications {
  readonly created: CreatedNotification[] = []
  readonly next: string[] = []

  readonly container = {
    resolve: (name: string) => (name === "notification" ? this : undefined),
  } as unknown as MedusaContainer

  listNotifications = ({ idempotency_key }: { idempotency_key: string[] }) =>
    Promise.resolve(this.created.filter((one) => idempotency_key.includes(one.idempotency_key)))
  createNotifications = (notification: Omit<CreatedNotification, "status">) => {
    const status = this.next.shift() ?? "success"
    this.created.push({ ...notification, status })
    return status === "failure" ? Promise.reject(new Error("refused")) : Promise.resolve()
  }
}

describe("notify", () => {
  let medusa: Notifications
  beforeEach(() => {
    medusa = new Notifications()
  })
  const send = () => notify(alert, mail, medusa.container)

  it("creates one notification, with the alert's text for people and its data for the template", async () => {
    await send()
    await send()
    expect(medusa.created).toHaveLength(1)
    expect(medusa.created[0]).toMatchObject({
      ...mail,
      resource_id: "alr_1",
      data: {
        title: "Notifications that are not the bank's",
        kind: "signature_failures",
        alert_id: "alr_1",
        count: 1,
      },
    })
  })

  it("sends another notification after a crash that has left the first one pending, and only one", async () => {
    medusa.next.push("pending")
    for (let times = 0; times < 3; times++) await send()
    expect(medusa.created.map(({ status }) => status)).toEqual(["pending", "success"])
    expect(new Set(medusa.created.map(({ idempotency_key }) => idempotency_key)).size).toBe(2)
  })

  it("retries under a new idempotency key after the provider failed, ten times at most", async () => {
    medusa.next.push(...Array.from({ length: 20 }, () => "failure"))
    for (let times = 0; times < 10; times++) await expect(send()).rejects.toThrow("refused")
    expect(await send()).toBe(false)
    expect(new Set(medusa.created.map(({ idempotency_key }) => idempotency_key)).size).toBe(10)
  })

  it("creates one notification per channel and recipient", async () => {
    expect(await send()).toBe(true)
    await notify(alert, { ...mail, to: "staff@store.example" }, medusa.container)
    await notify(alert, { to: "", channel: "feed", template: "admin-ui" }, medusa.container)
    expect(medusa.created.map(({ to }) => to)).toEqual(["owner@store.example", "staff@store.example", ""])
  })
})
