import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CARD_STEPS, CHARGE_STEPS, TOKEN_STEPS } from "../../src/failpoints"
import { Agent, eventually } from "../support/agent"
import { ledgerOf, nothingOwed } from "../support/bank-ledger"
import { CARD_INPUT, keepCard, nextTurn, tokenize, tokensAtBank } from "../support/cards"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"

/** The power goes while a card is being kept, or charged: it is kept once, and charged once. */
describe("a store that stops in the middle of", () => {
  let world: CrashingWorld
  let agent: Agent

  beforeAll(async () => {
    world = await CrashingWorld.start()
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
  })

  afterAll(() => world?.stop())

  it.each(CARD_STEPS)(
    "asking for a card, after %s, sends the shopper to one page of the bank [A2A-45, BANK-10]",
    async (step) => {
      const key = `keep-${step}`
      await world.crashAt(step, () => agent.send("tokenize_card", CARD_INPUT, key).catch(() => undefined))
      const { task_id } = (await agent.send("tokenize_card", CARD_INPUT, key)).body.result
      await nextTurn(task_id, "now()")
      const { artifacts } = await eventually(async () => {
        const task = await agent.getTask(task_id)
        return task.state === "input-required" ? task : undefined
      }, 30)
      expect(await tokensAtBank(task_id)).toHaveLength(1)
      await prove(artifacts.sca_redirect_url)
      expect((await agent.settled(task_id)).artifacts.card?.status).toBe("active")
    }
  )

  it.each(TOKEN_STEPS)(
    "taking the bank's word about a card, after %s, takes it once [A2A-45, BANK-10]",
    async (step) => {
      const { task_id, artifacts } = await tokenize(agent)
      await world.crashAt(step, () => prove(artifacts.sca_redirect_url))
      expect((await agent.settled(task_id, 40)).artifacts.card?.status).toBe("active")
      const completed = await sql(
        "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
        [task_id]
      )
      expect(completed).toHaveLength(1)
      await eventually(async () => ((await unprocessed()) === 0 ? true : undefined), 30)
    }
  )

  it.each(CHARGE_STEPS)(
    "charging a card, after %s, ends as one charge and one paid order [A2A-46, BANK-10]",
    async (step) => {
      const { token_id } = await keepCard(agent)
      const input = { token_id, amount: 1500, currency: "EUR" }
      const key = `charge-${step}`
      await world.crashAt(step, () => agent.send("recurrent_charge", input, key).catch(() => undefined))
      const { body } = await agent.send("recurrent_charge", input, key)
      const { task_id, artifacts } = body.result
      await sql("update gw_payment set next_check_at = now() where id = $1 and next_check_at is not null", [
        artifacts.payment_id,
      ])
      const task = await agent.settled(task_id, 40)
      expect(task.state).toBe("completed")
      await nothingOwed(artifacts.payment_id)
      expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(1500)
      const order = await orderNumber(task.artifacts.shop_order_id)
      expect(capturesOf(order)).toEqual([15])
      expect(timesPlaced(order)).toBe(1)
    }
  )
})

async function unprocessed(): Promise<number> {
  return (await sql("select 1 from gw_bank_event where processed_at is null")).length
}
