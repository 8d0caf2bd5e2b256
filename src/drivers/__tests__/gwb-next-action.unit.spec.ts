import { describe, expect, it } from "vitest"
import { parseSnapshot } from "../gwb/snapshot"

const snapshotWith = (next_action: unknown) =>
  parseSnapshot({
    id: "pay_1",
    version: 1,
    merchant_reference: "gwp_1",
    intent: "sale",
    status: "requires_action",
    amount: 1500,
    currency: "EUR",
    amounts: { captured: 0, refunded: 0 },
    next_action,
    card: null,
    decline: null,
  })

const redirect = {
  type: "redirect",
  url: "https://bank.example/sca/1",
  expires_at: "2026-11-21T10:00:00.000Z",
}
const form = { ...redirect, type: "redirect_post", fields: { Ds_Signature: "a+b/c=", empty: "" } }
const manyFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, "x"]))

describe("the next action in a snapshot", () => {
  it.each([
    ["a link", redirect],
    ["a form", form],
    ["a link to a bank in the own network", { ...redirect, url: "http://[::1]:9010/sca/1?a=b" }],
    ["a link without an end", { ...redirect, expires_at: null }],
    ["as many fields as are allowed", { ...form, fields: manyFields(50) }],
    ["as long a field as is allowed", { ...form, fields: { f: "x".repeat(32_767) } }],
    ["texts of any language, and what HTML must escape", { ...form, fields: { 'ă"<': "€ 😀 '&>" } }],
    ["no action", null],
  ])("may be %s", (_, action) => {
    expect(snapshotWith(action)?.next_action).toEqual(action)
  })

  it.each([
    ["of another kind", { ...redirect, type: "popup" }],
    ["without a kind", { ...redirect, type: undefined }],
    ["a form without fields", { ...redirect, type: "redirect_post" }],
    ["a script instead of an address", { ...redirect, url: "javascript:alert(1)" }],
    ["a form that leads to a script", { ...form, url: "javascript:alert(1)" }],
    ["data instead of an address", { ...form, url: "data:text/html,x" }],
    ["a relative address", { ...form, url: "/sca/1" }],
    ["an address with a password", { ...form, url: "https://me:secret@bank.example/" }],
    ["an address whose host would add a directive to a policy", { ...form, url: "https://bank;sandbox/" }],
    ["an endless address", { ...form, url: `https://bank.example/${"x".repeat(4096)}` }],
    ["an end that is no time", { ...redirect, expires_at: "tomorrow" }],
    ["fields as a list", { ...form, fields: ["a"] }],
    ["a field that is a number", { ...form, fields: { amount: 1500 } }],
    ["a field that is a list", { ...form, fields: { amount: ["1"] } }],
    ["a field without a name", { ...form, fields: { "": "x" } }],
    ["a field a form would change", { ...form, fields: { text: "a\nb" } }],
    ["a field the database cannot store", { ...form, fields: { text: "\0" } }],
    ["a field with half a character", { ...form, fields: { text: "\ud800" } }],
    ["too many fields", { ...form, fields: manyFields(51) }],
    ["too much in the fields", { ...form, fields: { f: "x".repeat(32_768) } }],
  ])("must not be %s", (_, action) => {
    expect(snapshotWith(action)).toBeUndefined()
  })
})
