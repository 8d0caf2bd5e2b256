import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { alsoOffer, timesPlaced } from "../support/merchant"
import { orderOf, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { slowToAct, untilStored } from "../support/slow-store"
import { underReview } from "../support/staff"
import { world } from "../support/world"

describe("an agent's order whose payment session was replaced", () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    await alsoOffer("pp_system_default")
  })

  /** Starts another payment of the order, as a client with the publishable key of the storefront can. */
  async function replaceSession({ artifacts }: Task): Promise<void> {
    const [session] = await sql<{ payment_collection_id: string }>(
      `select s.payment_collection_id from payment_session s join gw_payment p on p.session_id = s.id
        where p.id = $1`,
      [artifacts.payment_id]
    )
    const path = `/store/payment-collections/${session?.payment_collection_id}/payment-sessions`
    const answer = await fetch(`${world().base_url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": world().shop.publishable_key },
      body: JSON.stringify({ provider_id: "pp_system_default" }),
    })
    expect(answer.status).toBe(200)
  }

  it("can no longer be paid at the bank [BANK-39]", async () => {
    const task = await agent.createPayment()
    await replaceSession(task)
    await eventually(
      async () => (await ledgerOf(task.artifacts.payment_id)).status === "canceled" || undefined
    )
    await expect(authenticate(task.artifacts.sca_redirect_url)).rejects.toThrow()
    expect((await agent.settled(task.task_id)).state).toBe("failed")
    await performEffects(task.artifacts.payment_id)
  })

  it("is refunded when the customer paid before, and merchant and agent see why [BANK-40]", async () => {
    const task = await agent.createPayment()
    const { payment_id, sca_redirect_url } = task.artifacts
    const act = await slowToAct(payment_id, "captured")
    await authenticate(sca_redirect_url)
    await untilStored(payment_id, "captured")
    await replaceSession(task)
    await act()
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "refunded_by_store" } },
    })
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts).toMatchObject({ captured: 1500, refunded: 1500 })
    expect((await underReview(payment_id)).review_reason).toContain("the payment was replaced")
    expect(timesPlaced(await orderOf(task))).toBe(0)
  })
})
