import { generateKeyPairSync, randomBytes } from "node:crypto"
import { join } from "node:path"
import { freePort } from "../../demo/ports"
import { checkAnswers, untilHealthy } from "./answers"
import { startBank } from "./bank"
import { checkReport } from "./doctor"
import { checkFirstOrder } from "./first-order"
import { openChannels } from "./first-payment"
import type { Guide } from "./guide"
import { checkPages } from "./pages"
import { checkPathProxy, startProxy } from "./proxy"
import type { Reader } from "./reader"
import { runSteps } from "./run-steps"
import type { Merchant } from "./store-api"

/** The addresses of a store in production. */
export interface Production {
  readonly base_url: string
  readonly bank_url: string
  readonly database_url: string
}

/** The variables of the guide's table that the smoke does not set: it has one server, and no Redis. */
export const NOT_SET = ["REDIS_URL"]

/** The environment of the guide's table, with new keys and secrets. */
export function productionEnvironment({ base_url, bank_url, database_url }: Production) {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const secret = () => randomBytes(32).toString("base64")
  return {
    NODE_ENV: "production",
    GW_BASE_URL: base_url,
    GW_BANK_API_URL: bank_url,
    GW_BANK_ISSUER: bank_url,
    GW_BANK_MERCHANT_ID: "mrc_demo",
    GW_BANK_MERCHANT_KEY: JSON.stringify(privateKey.export({ format: "jwk" })),
    GW_ENCRYPTION_KEY: secret(),
    GW_TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: database_url,
    JWT_SECRET: secret(),
    COOKIE_SECRET: secret(),
    STORE_CORS: base_url,
    ADMIN_CORS: base_url,
    AUTH_CORS: base_url,
  }
}

/**
 * Follows the guide's part about production in the store's folder: it builds the store, starts the build behind nginx, and
 * makes the first paid order there, with the bank simulator in place of a bank.
 */
export async function checkProduction(
  developer: Reader,
  guide: Guide,
  database_url: string,
  merchant: Merchant
): Promise<void> {
  const [port, store_port] = [await freePort(), await freePort()]
  const base_url = `https://localhost:${port}`
  const bank_url = `http://localhost:${await freePort()}`
  const env = { ...productionEnvironment({ base_url, bank_url, database_url }), PORT: String(store_port) }
  const operator = developer.at({ base_url, bank_url, env })
  const built = operator.at({ cwd: join(operator.cwd, ".medusa/server") })
  const bank = await startBank(guide, operator)
  const proxy = await startProxy(guide, { port, store_port })
  const steps = [
    ["built, migrated and started behind nginx", () => untilHealthy(base_url, 900)],
    ["nginx for a store at a path", () => checkPathProxy(proxy.path_url, `http://127.0.0.1:${store_port}`)],
    ["public documents over HTTPS", () => checkAnswers(base_url)],
    ["an account in production", () => built.run(guide.account)],
    ["a region and the channels in production", () => openChannels(base_url, merchant)],
    ["gw-doctor in production", async () => checkReport(await built.run(guide.doctor))],
    ["the first paid order in production", () => checkFirstOrder(base_url, merchant)],
    ["the admin pages in production", () => checkPages(base_url, merchant)],
  ] as const
  const store = operator.start(guide.build, guide.buildFromCheckout, guide.startBuild)
  await runSteps(steps, store, [bank, proxy])
}
