import { Agent, type Task } from "./agent"
import { sql } from "./database"
import { newKey } from "./gwb"
import { switchSurfaces } from "./oauth-client"
import type { OwnWorld } from "./own-world"
import { everySetting } from "./store-keys"
import { paid } from "./payments"
import { REDSYS_MERCHANT, shopAtRedsys } from "./redsys-store"
import { world } from "./world"

const SECOND = { merchant_id: "mrc_second", currency: "JPY" } as const

/** The key with which the store signs its calls for the second account at the GWB/1 bank. */
const SECOND_KEY = newKey().jwk

/** The accounts besides the default one, which is at the GWB/1 bank: one more there, and one at Redsys. */
const accounts = () => ({
  cards_eu: {
    driver: "redsys",
    api_url: world().simulator_url,
    merchant_id: REDSYS_MERCHANT.merchant_code,
    terminals: { EUR: "1" },
    bizum: true,
    secret: REDSYS_MERCHANT.secret,
    signature_version: "HMAC_SHA512_V2",
  },
  second: {
    api_url: world().simulator_url,
    issuer: world().simulator_url,
    merchant_id: SECOND.merchant_id,
    merchant_key: SECOND_KEY,
  },
})

type AccountName = keyof ReturnType<typeof accounts>

const CURRENCIES = { cards_eu: "EUR", second: SECOND.currency } as const

/**
 * The environment of a store with the default account and these. Their currencies are paid there, all others at the default.
 * The routes `before` come first.
 */
function environmentWith(
  names: readonly AccountName[],
  before: readonly object[] = []
): Record<string, string> {
  const bank = { provider: "pp_gateway_bank", route: "bank" }
  const routes = names.map((name) => ({ ...bank, currencies: [CURRENCIES[name]], bank: name }))
  const named = Object.entries(accounts()).filter(([name]) => names.some((one) => one === name))
  return {
    BANKS: JSON.stringify(Object.fromEntries(named)),
    GW_PAYMENT_ROUTES: JSON.stringify([...before, ...routes, bank]),
  }
}

/** Starts the store again with the default account and these. */
export async function restartWith(
  { stopStore, startStore }: OwnWorld,
  ...names: AccountName[]
): Promise<void> {
  await stopStore()
  await startStore(environmentWith(names))
}

/** The settings of the store's world. */
export const severalBanks = everySetting

/**
 * Opens the other accounts at the simulated banks, and starts the store with all of them. The payment routes `before` come
 * before theirs.
 */
export async function openAccounts(own: OwnWorld, before: readonly object[] = []): Promise<void> {
  const { base_url } = own.world
  const second = {
    merchant_id: SECOND.merchant_id,
    currencies: [SECOND.currency],
    jwks_url: `${base_url}/gw-bank/v1/jwks.json`,
    ipn_url: `${base_url}/gw-bank/v1/ipn/second`,
  }
  const redsys = { ...REDSYS_MERCHANT, terminals: { "1": "EUR" } }
  await own.stopBank()
  await own.startBank(["--merchant", JSON.stringify(second), "--redsys-merchant", JSON.stringify(redsys)])
  await own.stopStore()
  await own.startStore(environmentWith(["cards_eu", "second"], before))
}

/** The same, and an agent that pays, captures and refunds there, and saves cards. */
export async function openAccountsToAgent(own: OwnWorld): Promise<Agent> {
  await openAccounts(own)
  await switchSurfaces({ a2a_enabled: true })
  const rights = ["read", "create", "capture", "refund", "tokenize"]
  return Agent.withScopes(...rights.map((right) => `a2a:payments:${right}`))
}

/** The account of a payment. */
export async function accountOf(payment_id: string): Promise<string | undefined> {
  const query = "select bank_account from gw_payment where id = $1"
  return (await sql<{ bank_account: string }>(query, [payment_id]))[0]?.bank_account
}

/** A payment in euros, whose customer has paid at Redsys. */
export async function paidAtRedsys(agent: Agent, input: Record<string, unknown> = {}): Promise<Task> {
  const task = await agent.createPayment({ amount: 10_000, ...input })
  await shopAtRedsys(task)
  return agent.settled(task.task_id)
}

/** A payment in lei, whose customer has paid at the bank of the default account. */
export const paidInLei = (agent: Agent, input: Record<string, unknown> = {}): Promise<Task> =>
  paid(agent, { currency: "RON", ...input })
