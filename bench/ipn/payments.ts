import { Agent } from "../../integration-tests/support/agent"
import { type BankPayment, paymentAtBank } from "../../integration-tests/support/bank"
import { sql } from "../../integration-tests/support/database"
import { switchSurfaces } from "../../integration-tests/support/oauth-client"

const PAYMENTS = 10_000

/** Payments that wait for a notification, and for which the bank is never queried. */
const SEED = `
  insert into gw_payment (id, merchant_reference, origin, intent, amount, currency, description, return_url,
                          idempotency_key, next_check_at)
  select 'pay_bench_' || n, 'gwp_bench_' || n, 'cart', 'sale', 1500, 'EUR', 'Bench', 'http://localhost/',
         gen_random_uuid(), null
  from generate_series(0, ${PAYMENTS - 1}) n`

/**
 * Inserts payments into the store's database. Returns a function for the n-th notification about them in the bank's
 * format: the snapshot of a real payment, each for another payment in turn and newer than the previous one.
 */
export async function seedPayments(): Promise<(n: number) => BankPayment> {
  await switchSurfaces({ a2a_enabled: true })
  const agent = await Agent.withScopes("a2a:payments:create")
  const { artifacts } = await agent.createPayment()
  const payment = await paymentAtBank(artifacts.sca_redirect_url)
  await sql(SEED)
  await sql("analyze gw_payment")
  return (n) => ({
    ...payment,
    id: `bank_bench_${n % PAYMENTS}`,
    merchant_reference: `gwp_bench_${n % PAYMENTS}`,
    version: 1 + Math.floor(n / PAYMENTS),
    status: "processing",
    next_action: null,
  })
}

/** Waits until the store has settled every notification it has acknowledged. */
export async function allSettled(): Promise<void> {
  const open = "select count(*)::int n from gw_bank_event where processed_at is null"
  while ((await sql<{ n: number }>(open))[0]?.n) await new Promise((resolve) => setTimeout(resolve, 200))
}
