import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../../demo/key-pair"
import { bankAccounts } from "../checks/bank-accounts"
import { bankKeys } from "../checks/bank-keys"
import { lastNotification } from "../checks/last-notification"
import { options } from "../checks/options"
import { ownKeys } from "../checks/own-keys"
import { publishedKeys } from "../checks/published-keys"
import { context, HEALTHY, resultsOf } from "./contexts"

const second = { ...HEALTHY.bank, api_url: "https://second.example", merchant_key: newPrivateJwk() }
const given = { banks: { second } }

describe("the checks of a store with several bank accounts [BANK-85]", () => {
  it("name the accounts", async () => {
    const [first = ""] = await resultsOf(options, context({ given }))
    expect(first).toContain("at https://bank.example, for merchant mrc_1 at https://second.example")
    const keys = (await resultsOf(ownKeys, context({ given }))).join()
    expect(keys).toContain("bank.merchant_key is")
    expect(keys).toContain("banks.second.merchant_key is")
  })

  it("do not advise to set an environment variable for an account in banks", async () => {
    const [fault] = await options.run(
      context({ given: { banks: { second: { ...second, merchant_id: "" } } } })
    )
    expect(fault?.text).toContain("banks.second.merchant_id")
    expect(fault?.advice).not.toContain("GW_")
  })

  it("request the keys of each bank, and the store's key for each", async () => {
    const silent = await resultsOf(bankKeys, context({ given }))
    expect(silent).toHaveLength(2)
    expect(silent[1]).toContain("https://second.example/gwb/v1/jwks.json does not answer")
    const published = await resultsOf(
      publishedKeys,
      context({ given, answers: { "/gw-bank/v1/jwks.json": { body: "{}" } } })
    )
    expect(published.map((text) => text.split(" of ").at(-1))).toEqual([
      "bank.merchant_key",
      "banks.second.merchant_key",
    ])
  })

  it("look for the notifications of each account at its own address", async () => {
    const row = { last: null, waiting: 0, oldest: null, has_payments: true }
    const results = await lastNotification.run(context({ given, rows: { gw_bank_event: [row] } }))
    expect(results.map(({ data }) => data)).toEqual([
      { address: "https://shop.example/gw-bank/v1/ipn" },
      { address: "https://shop.example/gw-bank/v1/ipn/second" },
    ])
  })

  it("report payments of an account that was removed, and nothing without them", async () => {
    const found = (rows: object[]) =>
      resultsOf(bankAccounts, context({ given, rows: { gw_card_token: rows } }))
    expect(await found([])).toEqual([])
    expect(await found([{ name: "third", payments: 3, cards: 1 }])).toEqual([
      "problem: the account third is not in banks, but payments or saved cards belong to it (payments: 3, saved cards: 1)",
    ])
  })

  it("report payments of the default account in a store whose option bank was removed", async () => {
    const rows = {
      "bank_account = 'default'": [{ name: "default", payments: 2, cards: 0 }],
      "bank_account <> 'default'": [],
    }
    const found = (change: object) =>
      resultsOf(bankAccounts, context({ given: { ...given, ...change }, rows }))
    expect(await found({})).toEqual([])
    expect(await found({ bank: undefined, banks: {} })).toEqual([
      "problem: the option bank is not set, but payments or saved cards belong to the default account (payments: 2, saved cards: 0)",
    ])
  })
})
