import { Agent, type Task } from "./agent"
import { turn } from "./bank-ledger"
import { linkOf, postTo, targetOf } from "./bank-form"
import { sql } from "./database"
import { switchSurfaces } from "./oauth-client"
import type { OwnWorld } from "./own-world"
import { declineAtRedsys, payAtRedsys } from "./redsys-shopper"
import { everySetting } from "./store-keys"
import { world } from "./world"

/** The store's account at the simulated Redsys. */
export const REDSYS_MERCHANT = { merchant_code: "999008881", secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7" }

/** The terminal of each currency. */
const EURO_ONLY: Readonly<Record<string, string>> = { EUR: "1" }

/** The environment of a store whose bank is Redsys. The simulator's address is the world's. */
export const redsysStore = (terminals = EURO_ONLY): Record<string, string> => ({
  ...everySetting(),
  GW_BANK_DRIVER: "redsys",
  GW_BANK_MERCHANT_ID: REDSYS_MERCHANT.merchant_code,
  GW_BANK_TERMINALS: JSON.stringify(terminals),
  GW_BANK_BIZUM: "true",
  GW_BANK_SECRET: REDSYS_MERCHANT.secret,
  GW_BANK_SIGNATURE_VERSION: "HMAC_SHA512_V2",
})

/** Starts the simulated bank with the store's account at Redsys. */
export async function openRedsys(
  { stopBank, startBank }: Pick<OwnWorld, "stopBank" | "startBank">,
  terminals = EURO_ONLY
): Promise<void> {
  const currencies = Object.fromEntries(Object.entries(terminals).map(([currency, one]) => [one, currency]))
  await stopBank()
  await startBank(["--redsys-merchant", JSON.stringify({ ...REDSYS_MERCHANT, terminals: currencies })])
}

/** The same, and an agent that makes, captures and refunds payments there. */
export async function openRedsysToAgent(own: Pick<OwnWorld, "stopBank" | "startBank">): Promise<Agent> {
  await openRedsys(own)
  await switchSurfaces({ a2a_enabled: true })
  return Agent.withScopes(...["read", "create", "capture", "refund"].map((right) => `a2a:payments:${right}`))
}

interface Form {
  readonly url: string
  readonly fields: Record<string, string>
}

/** Opens the link of a payment as the customer's browser does, and returns the form for Redsys. */
export const redsysFormOf = (task: Task): Promise<Form> => redsysFormAt(linkOf(task))

/** The same for the link of a checkout. */
export async function redsysFormAt(link: string): Promise<Form> {
  const page = await postTo(link)
  return { url: targetOf(page), fields: hiddenFieldsIn(page) }
}

/** The hidden fields of the form on a page. */
export function hiddenFieldsIn({ html }: { readonly html: string }): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]))
}

/** Pays on Redsys' page with a test card, or with one that the issuer declines. */
export async function shopAtRedsys(task: Task, action: "approve" | "decline" = "approve"): Promise<void> {
  const { url, fields } = await redsysFormOf(task)
  await (action === "approve" ? payAtRedsys(url, fields) : declineAtRedsys(url, fields))
}

/** The parameters of the form that the store signed. */
export function parametersOf({ fields }: Form): Record<string, unknown> {
  const text = Buffer.from(fields.Ds_MerchantParameters ?? "", "base64url").toString("utf8")
  return JSON.parse(text) as Record<string, unknown>
}

/** Makes Redsys send the notification of an ended payment again, also forged. */
export async function notifyAgain(task: Task, forge?: "bad_signature" | "amount_mismatch"): Promise<void> {
  const query = "select bank_payment_id as order from gw_payment where id = $1"
  const [row] = await sql<{ order: string }>(query, [task.artifacts.payment_id])
  await turn("redsys/notify", {
    merchant_code: REDSYS_MERCHANT.merchant_code,
    ...row,
    ...(forge && { forge }),
  })
}

/** Enables the query for the store's account at Redsys, or disables it. */
export const enableQuery = (enabled: boolean) => turn("redsys/query", { enabled })

/** Lets the query list captures, refunds and voids as not finished, until `enableQuery(true)`. */
export const listAsUnfinished = () => turn("redsys/query", { enabled: true, unfinished: true })

/** Posts a body to the address of Redsys' notifications. */
export function postNotification(body: string, type: string): Promise<Response> {
  const url = `${world().base_url}/gw-bank/v1/ipn/redsys`
  return fetch(url, { method: "POST", body, headers: { "content-type": type } })
}
