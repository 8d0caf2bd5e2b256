import type { MedusaContainer } from "@medusajs/framework/types"
import { describe, expect, it } from "vitest"
import type { BankCapabilities } from "../../../drivers/driver"
import type { AmountRoute } from "../../../domain/payment-route"
import { PAGE_CAPABILITIES, STOREFRONT_CAPABILITIES } from "../../../drivers/provider-capabilities"
import { checkOffered, offeredSkills } from "../skills"
import { recurrentCharge } from "../skills/recurrent-charge"

const ALL: BankCapabilities = {
  intents: ["sale", "preauth"],
  methods: ["card"],
  capture: "multiple",
  void: true,
  refund: "partial",
  tokenize: "standalone",
  mit: true,
  query: true,
  events: true,
  customer_data: false,
}

function storeWith(change: Partial<BankCapabilities>, amountRoutes: readonly AmountRoute[] = ["bank"]) {
  const offeredCapabilities = amountRoutes.map((route) =>
    route === "page" ? PAGE_CAPABILITIES : { ...ALL, ...change }
  )
  const bank = { amountRoutes, offeredCapabilities }
  return { container: { resolve: () => bank } as unknown as MedusaContainer }
}

const idsOf = (change: Partial<BankCapabilities>) => offeredSkills(storeWith(change)).map(({ id }) => id)

const EVERY = [
  "query_payment_status",
  "list_payments",
  "create_payment",
  "capture_payment",
  "refund_payment",
  "tokenize_card",
  "recurrent_charge",
]

describe("the offered skills", () => {
  it("are all of them if the bank supports everything", () => {
    expect(idsOf({})).toEqual(EVERY)
  })

  it.each<[string, Partial<BankCapabilities>]>([
    ["capture_payment", { capture: "none" }],
    ["refund_payment", { refund: "none" }],
    ["tokenize_card", { tokenize: "with_payment" }],
    ["tokenize_card", { tokenize: "none" }],
    ["recurrent_charge", { mit: false }],
  ])("are without %s if the bank has %j [A2A-65]", (missing, change) => {
    expect(idsOf(change)).toEqual(EVERY.filter((id) => id !== missing))
  })

  it("include a skill of which the bank supports a part", () => {
    expect(idsOf({ capture: "full", refund: "full" })).toEqual(EVERY)
  })

  it("are those of every payment route: the page takes and refunds payments only [ROUTE-21]", () => {
    const idsAt = (...routes: AmountRoute[]) => offeredSkills(storeWith({}, routes)).map(({ id }) => id)
    expect(idsAt("page")).toEqual(EVERY.filter((id) => !/^(capture|tokenize|recurrent)_/.test(id)))
    expect(idsAt("page", "bank")).toEqual(EVERY)
  })

  it("are captures and refunds where customers pay in the storefront only [ROUTE-48]", () => {
    const bank = { amountRoutes: [], offeredCapabilities: [{ ...STOREFRONT_CAPABILITIES, intents: [] }] }
    const store = { container: { resolve: () => bank } as unknown as MedusaContainer }
    expect(offeredSkills(store).map(({ id }) => id)).toEqual(
      EVERY.filter((id) => !/^(create|tokenize|recurrent)_/.test(id))
    )
  })

  it("exclude a call of any other skill, with a reason", () => {
    expect(() => checkOffered(recurrentCharge, storeWith({}))).not.toThrow()
    expect(() => checkOffered(recurrentCharge, storeWith({ mit: false }))).toThrow(
      /The store does not support/
    )
    expect(() => checkOffered(recurrentCharge, storeWith({}, []))).toThrow(/no bank/)
  })
})
