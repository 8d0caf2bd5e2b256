import type { Task } from "../../../integration-tests/support/agent"
import { sql } from "../../../integration-tests/support/database"
import { world } from "../../../integration-tests/support/world"
import { drawAmount } from "../amounts"
import type { Life, Opened, Opening } from "../life"
import { patiently, watch } from "../patience"

const DUPLICATES = [1, 1, 1, 2, 3]
const TERMINAL = ["completed", "failed", "canceled"]

/** An agent asks for a payment that is taken at once. */
export const agentSale: Opening = { name: "agent sale", weight: 5, open: (life) => open(life, "automatic") }

/** An agent asks for a payment that is reserved. */
export const agentReserve: Opening = {
  name: "agent reserve",
  weight: 3,
  open: (life) => open(life, "manual"),
}

async function open(life: Life, capture: "automatic" | "manual"): Promise<Opened | undefined> {
  const { agent, reference, random } = life
  const { amount, currency } = drawAmount(random)
  const input = { amount, currency, capture, order_reference: reference }
  const task_id = await ask(life, input)
  const task = await watch(async () => {
    const now = await taskOf(life, task_id)
    return now.artifacts.sca_redirect_url || TERMINAL.includes(now.state) ? now : undefined
  }, 90)
  const { payment_id, sca_redirect_url: page, shop_order_id } = task?.artifacts ?? {}
  if (!task || !payment_id || !page) return undefined
  return {
    ...{ payment_id, page, amount, currency, origin: "agent", is_reserved: capture === "manual" },
    return_url: `${world().base_url}/gw-a2a/v1/sca/return/${task_id}`,
    order: () => orderNumbered(shop_order_id),
    settledOrder: async (seconds) => {
      const settled = await watch(async () => {
        const now = await taskOf({ agent }, task_id)
        return TERMINAL.includes(now.state) ? now : undefined
      }, seconds)
      return settled?.state === "completed" ? orderNumbered(settled.artifacts.shop_order_id) : undefined
    },
  }
}

/** The task behind the key, however often it is asked for, at once too. */
async function ask(life: Life, input: object): Promise<string> {
  const { agent, reference, random, diary } = life
  const copies = Array.from({ length: random.pick(DUPLICATES) }, () =>
    patiently(async () => {
      const { body } = await agent.send("create_payment", input, reference)
      const id = body.result?.task_id ?? body.error?.data?.task_id
      if (typeof id !== "string") throw new Error(`create_payment answered ${JSON.stringify(body.error)}`)
      return id
    })
  )
  const [first = "", ...others] = await Promise.all(copies)
  if (others.some((other) => other !== first))
    diary.surprises.push(`${reference}: one idempotency key has the tasks ${[first, ...others].join(", ")}`)
  return first
}

function taskOf({ agent }: Pick<Life, "agent">, task_id: string): Promise<Task> {
  return patiently(async () => {
    const task = await agent.getTask(task_id)
    if (!task) throw new Error(`tasks/get does not answer for ${task_id}`)
    return task
  })
}

async function orderNumbered(display_id: number | undefined): Promise<string | undefined> {
  const rows = await sql<{ id: string }>(`select id from "order" where display_id = $1`, [display_id ?? 0])
  return rows[0]?.id
}
