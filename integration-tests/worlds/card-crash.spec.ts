import { beforeAll, describe, expect, it } from "vitest"
import { CARD_STEPS, CHARGE_STEPS, TOKEN_STEPS } from "../../src/lib/failpoints"
import { Agent, type RpcAnswer, type Task, eventually } from "../support/agent"
import {
  CARD_INPUT,
  cardRow,
  createSavedCard,
  scheduleLookup,
  tokenize,
  tokensAtBank,
} from "../support/cards"
import { forEachStep, inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { InterruptedCharges } from "../support/interrupted-charges"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

/** At the first step the store kills itself, together with the calls frozen at the other steps. */
const [KILLED, ...OTHER_CARD_STEPS] = CARD_STEPS

/** The store crashes while a card is saved or charged. The card must be saved once and charged once. */
describe("a store that stops in the middle of", () => {
  const crash = inCrashingWorld()
  let agent: Agent
  let tokenized: Record<(typeof CARD_STEPS)[number], Task>
  let savedCards: Record<(typeof TOKEN_STEPS)[number], Task>
  let charges: InterruptedCharges

  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
    savedCards = await forEachStep(TOKEN_STEPS, () => tokenize(agent))
    charges = await InterruptedCharges.prepare(
      crash,
      agent,
      async () => (await createSavedCard(agent)).token_id
    )
    const tokenizations = await forEachStep(CARD_STEPS, async (step) => {
      return () => agent.send("tokenize_card", CARD_INPUT, `keep-${step}`)
    })
    await charges.freeze()
    for (const step of OTHER_CARD_STEPS) await crash.freezeAt(step, tokenizations[step])
    for (const step of TOKEN_STEPS) {
      const { task_id, artifacts } = savedCards[step]
      await crash.freezeAt(
        step,
        () => authenticate(artifacts.sca_redirect_url),
        ...(await namesOfCard(task_id))
      )
    }
    await crash.crashAt(KILLED, tokenizations[KILLED])
    tokenized = await forEachStep(CARD_STEPS, (step) => resultOf(tokenizations[step]()))
    await charges.repeat()
  })

  it.each(CARD_STEPS)(
    "requesting a card, after %s, sends the customer to one page of the bank [A2A-45, BANK-10]",
    async (step) => {
      const { task_id } = tokenized[step]
      await scheduleLookup(task_id, "now()")
      const { artifacts } = await eventually(async () => {
        const task = await agent.getTask(task_id)
        return task.state === "input-required" ? task : undefined
      })
      expect(await tokensAtBank(task_id)).toHaveLength(1)
      await authenticate(artifacts.sca_redirect_url)
      expect((await agent.settled(task_id)).artifacts.card?.status).toBe("active")
    }
  )

  it.each(TOKEN_STEPS)(
    "processing the bank's update about a card, after %s, processes it once [A2A-45, BANK-10]",
    async (step) => {
      const { task_id } = savedCards[step]
      expect((await agent.settled(task_id)).artifacts.card?.status).toBe("active")
      const completed = await sql(
        "select 1 from gw_task_event where task_id = $1 and type = 'task.status' and state = 'completed'",
        [task_id]
      )
      expect(completed).toHaveLength(1)
      await eventually(async () => ((await unprocessed(task_id)) === 0 ? true : undefined))
    }
  )

  it.each(CHARGE_STEPS)(
    "charging a card, after %s, ends as one charge and one paid order [A2A-46, BANK-10]",
    (step) => charges.expectChargedOnce(step)
  )
})

const resultOf = async (answer: Promise<RpcAnswer>): Promise<Task> => (await answer).body.result

/** The names failpoints know a task's card by: its id and its reference at the bank. */
async function namesOfCard(task_id: string): Promise<string[]> {
  const { id, merchant_reference } = await cardRow(task_id)
  return [String(id), String(merchant_reference)]
}

/** The number of unprocessed bank events about a task's card. */
async function unprocessed(task_id: string): Promise<number> {
  const { merchant_reference } = await cardRow(task_id)
  const query =
    "select 1 from gw_bank_event where token ->> 'merchant_reference' = $1 and processed_at is null"
  return (await sql(query, [merchant_reference])).length
}
