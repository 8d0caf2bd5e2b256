import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FREE_ORDER_STEPS, type Step } from "../../src/lib/failpoints"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { forEachStep, inCrashingWorld, recovered } from "../support/crash"
import { expectGivenOnce, fullDiscount } from "../support/free"
import { attemptsOf, limited } from "../support/purchases"
import type { UcpAnswer } from "../support/ucp"

/** At the first step the store kills itself, together with the calls frozen at the other steps. */
const [KILLED, ...OTHER_STEPS] = FREE_ORDER_STEPS

const UNREPEATED_STEPS = ["payment_prepared", "cart_completed"] as const satisfies readonly Step[]

/** Medusa writes both at the same time, so two kills are needed. */
const TABLES = ["order_cart", "reservation_item"] as const

/** A checkout whose completion is interrupted. */
interface CutShort {
  readonly id: string
  complete(): Promise<UcpAnswer>
}

/**
 * The store crashes while it places an order with a total of 0. There must be one order, whichever requests are
 * repeated.
 */
describe("a store that stops in the middle of [UCP-42]", () => {
  const crash = inCrashingWorld()
  let buyer: Buyer
  let keyed: Record<(typeof FREE_ORDER_STEPS)[number] | (typeof TABLES)[number], CutShort>
  let unrepeated: Record<(typeof UNREPEATED_STEPS)[number], CutShort>
  let canceled: CutShort
  let cancellation: UcpAnswer
  /** The answers to the same requests after the restart. */
  const again = new Map<CutShort, UcpAnswer>()

  beforeAll(async () => {
    const catalog = await openCatalog()
    buyer = await Buyer.forCustomer()
    const codes = await fullDiscount()
    // Medusa does not place two checkouts of one item at the same time.
    const count = FREE_ORDER_STEPS.length + TABLES.length + UNREPEATED_STEPS.length + 1
    const items = await Promise.all(Array.from({ length: count }, () => limited(catalog, 1000)))
    const free = async (key?: string): Promise<CutShort> => {
      const { id } = await buyer.ready([[String(items.shift()), 2]], { discounts: { codes } })
      return { id, complete: () => buyer.complete(id, key ? { "idempotency-key": key } : {}) }
    }
    keyed = await forEachStep([...FREE_ORDER_STEPS, ...TABLES], (step) => free(`free-${step}`))
    unrepeated = await forEachStep(UNREPEATED_STEPS, () => free())
    canceled = await free()
  })
  afterAll(closeCatalog)

  beforeAll(async () => {
    await crash.stopWriting("reservation_item", keyed.reservation_item.complete)
    await crash.kill()
    await completeAgain(keyed.reservation_item)
  })

  beforeAll(async () => {
    for (const step of UNREPEATED_STEPS) await crash.freezeAt(step, unrepeated[step].complete)
    await crash.freezeAt("payment_prepared", canceled.complete)
    for (const step of OTHER_STEPS) await crash.freezeAt(step, keyed[step].complete)
    await crash.stopWriting("order_cart", keyed.order_cart.complete)
    await crash.crashAt(KILLED, keyed[KILLED].complete)
    const canceling = buyer.cancel(canceled.id)
    await completeAgain(...FREE_ORDER_STEPS.map((step) => keyed[step]), keyed.order_cart)
    cancellation = await canceling
    await recovered(await attemptIds([...again.keys(), ...Object.values(unrepeated), canceled]))
  })

  it.each(FREE_ORDER_STEPS)(
    "placing a free order, after %s, places it once for the same key",
    async (step) => {
      const { id, complete } = keyed[step]
      const answered = await answerOf(keyed[step])
      // A store that finishes all of them at once may need longer than an answer waits.
      expect(["completed", "complete_in_progress"]).toContain(answered.status)
      const { order } = await buyer.becomes(id, "completed")
      await expectGivenOnce(id, String(order?.id), 2)
      expect(await buyer.checkout(complete())).toEqual(answered)
      expect((await buyer.complete(id)).status).toBe(409)
    }
  )

  it.each(UNREPEATED_STEPS)(
    "placing a free order, after %s, places it without a repeated request",
    async (step) => {
      const { id } = unrepeated[step]
      const done = await eventually(async () => {
        const now = await buyer.read(id)
        return now.status === "completed" ? now : undefined
      })
      await expectGivenOnce(id, String(done.order?.id), 2)
    }
  )

  it("placing a free order rejects its cancellation once the order exists", async () => {
    const { status, body } = cancellation
    expect([status, body]).toMatchObject([409, { code: expect.any(String) }])
    const { order } = await buyer.read(canceled.id)
    await expectGivenOnce(canceled.id, String(order?.id), 2)
  })

  it.each(TABLES)("placing a free order, while Medusa writes %s, places it once", async (table) => {
    const { order } = await buyer.becomes(keyed[table].id, "completed")
    await expectGivenOnce(keyed[table].id, String(order?.id), 2)
  })

  /** Sends all requests at the same time as soon as the store is running again. */
  async function completeAgain(...checkouts: CutShort[]): Promise<void> {
    const send = async (checkout: CutShort) => again.set(checkout, await checkout.complete())
    await Promise.all(checkouts.map(send))
  }

  const answerOf = (checkout: CutShort) => buyer.checkout(Promise.resolve(again.get(checkout) as UcpAnswer))
})

async function attemptIds(checkouts: readonly CutShort[]): Promise<string[]> {
  const attempts = await Promise.all(checkouts.map(({ id }) => attemptsOf(id)))
  return attempts.flat().map(({ id }) => id)
}
