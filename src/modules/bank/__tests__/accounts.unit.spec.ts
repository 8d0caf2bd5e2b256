import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../../../demo/key-pair"
import { readOptions } from "../../../options"
import { REDSYS_ACCOUNT as cards_eu } from "../../../__tests__/redsys-account"
import { BankAccounts } from "../accounts"
import { storedId } from "../inbox"

describe("the accounts of a store [BANK-85]", () => {
  const bank = {
    api_url: "https://bank.example",
    issuer: "bank",
    merchant_id: "mrc_1",
    merchant_key: newPrivateJwk(),
  }
  const banks = { cards_eu, b: { ...bank, merchant_id: "mrc_2" } }
  const accounts = new BankAccounts(readOptions({ base_url: "https://shop.example", bank, banks }, {}))

  it("have a driver each, and the store publishes one key that several use once", () => {
    expect(accounts.names).toEqual(["default", "cards_eu", "b"])
    expect(accounts.capabilities.map(({ tokenize }) => tokenize)).toEqual([
      "standalone",
      "with_payment",
      "standalone",
    ])
    expect(accounts.publicKeys()?.keys).toHaveLength(1)
  })

  it("that are not configured any more support nothing, and reject each call with no_bank", async () => {
    const removed = accounts.driverOf("removed")
    expect([removed.capabilities.mit, removed.capabilities.void]).toEqual([false, false])
    await expect(removed.ping()).rejects.toMatchObject({
      code: "no_bank",
      outcome: "not_executed",
      message: "the store has no bank account removed: add it to banks again",
    })
    expect(removed.acknowledge({ ok: false, reason: "malformed" }).status).toBe(404)
  })
})

describe("the stored id of an event [BANK-84]", () => {
  it("is that of the default account, and has the name of any other", () => {
    expect([storedId("evt_1", "default"), storedId("evt_1", "second")]).toEqual(["evt_1", "second:evt_1"])
  })

  it("is never that of another account's event, whatever ids a bank gives", () => {
    expect(storedId("second:evt_1", "default")).not.toBe(storedId("evt_1", "second"))
    expect(storedId("a:evt_1", "second")).not.toBe(storedId("evt_1", "a"))
  })
})
