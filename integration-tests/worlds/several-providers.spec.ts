import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { openMarket } from "../support/markets"
import { capturesOf, refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { payOn } from "../support/page-shopper"
import { orderOf } from "../support/payments"
import { shopAtRedsys } from "../support/redsys-store"
import { openAccounts, severalBanks } from "../support/several-banks"
import { authenticate } from "../support/shopper"
import { STRIPE, stripeKeys } from "../support/stripe"

const own = inOwnWorld({ ...severalBanks(), ...stripeKeys(), GW_STRIPE_PUBLISHABLE_KEY: "pk_test_double" })

let agent: Agent
beforeAll(async () => {
  await openAccounts(own(), [{ provider: STRIPE, route: "page", currencies: ["JPY"] }])
  await openMarket("jpy", "jp", STRIPE)
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
})

/** How the customer pays behind the link of a task, by currency. */
const PAY: Readonly<Record<string, (task: Task) => Promise<unknown>>> = {
  EUR: (task) => shopAtRedsys(task),
  RON: ({ artifacts }) => authenticate(artifacts.sca_redirect_url),
  JPY: (task) => payOn(task),
}

async function providerOf({ artifacts }: Task): Promise<[route: string, account: string | null]> {
  const query = "select route, bank_account from gw_payment where id = $1"
  const [row] = await sql<{ route: string; bank_account: string | null }>(query, [artifacts.payment_id])
  return [String(row?.route), row?.bank_account ?? null]
}

describe("a store with a bank of GWB/1, Redsys and Medusa's own Stripe provider [BANK-83]", () => {
  it.each([
    ["EUR", 10_000, 100, ["bank", "cards_eu"]],
    ["RON", 10_000, 100, ["bank", "default"]],
    ["JPY", 5000, 5000, ["page", "default"]],
  ])(
    "takes the same request in %s at the provider of the currency, and refunds it there",
    async (currency, amount, sum, provider) => {
      const task = await agent.createPayment({ amount, currency })
      await PAY[currency]?.(task)
      const paid = await agent.settled(task.task_id)
      expect(paid).toMatchObject({
        state: "completed",
        artifacts: { payment: { status: "captured", amount, currency } },
      })
      expect(await providerOf(paid)).toEqual(provider)
      const { body } = await agent.send("refund_payment", { payment_id: paid.artifacts.payment_id, amount })
      expect(await agent.settled(String(body.result?.task_id))).toMatchObject({ state: "completed" })
      await performEffects(String(paid.artifacts.payment_id))
      const order = await orderOf(paid)
      expect([capturesOf(order), refundsOf(order)]).toEqual([[sum], [sum]])
    }
  )

  it("rejects a currency that none of them accepts", async () => {
    const { body } = await agent.send("create_payment", { amount: 1000, currency: "CHF" })
    const issues = [{ path: "currency", message: "The store does not accept card payments in CHF" }]
    expect(body.error?.data).toMatchObject({ code: "invalid_params", issues })
  })
})
