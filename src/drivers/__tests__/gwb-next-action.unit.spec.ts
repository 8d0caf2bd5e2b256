import { describe, expect, it } from "vitest"
import { parseSnapshot } from "../gwb/gwb-snapshot"

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

describe("the parser of a snapshot's next action", () => {
  it.each([
    ["a link", redirect],
    ["a form", form],
    ["a link to a bank in the local network", { ...redirect, url: "http://[::1]:9010/sca/1?a=b" }],
    ["a link without an expiry", { ...redirect, expires_at: null }],
    ["the maximum number of fields", { ...form, fields: manyFields(50) }],
    ["a field of the maximum length", { ...form, fields: { f: "x".repeat(32_767) } }],
    ["texts in any language and characters that HTML escapes", { ...form, fields: { 'ă"<': "€ 😀 '&>" } }],
    ["no action", null],
  ])("accepts %s", (_, action) => {
    expect(snapshotWith(action)?.next_action).toEqual(action)
  })

  it.each([
    ["an action of an unknown type", { ...redirect, type: "popup" }],
    ["an action without a type", { ...redirect, type: undefined }],
    ["a form without fields", { ...redirect, type: "redirect_post" }],
    ["a script instead of a URL", { ...redirect, url: "javascript:alert(1)" }],
    ["a form with a script instead of a URL", { ...form, url: "javascript:alert(1)" }],
    ["a data URL", { ...form, url: "data:text/html,x" }],
    ["a relative URL", { ...form, url: "/sca/1" }],
    ["a URL with a password", { ...form, url: "https://me:secret@bank.example/" }],
    [
      "a URL whose host would add a directive to a Content-Security-Policy",
      { ...form, url: "https://bank;sandbox/" },
    ],
    ["a URL that is too long", { ...form, url: `https://bank.example/${"x".repeat(4096)}` }],
    ["an expiry that is not a time", { ...redirect, expires_at: "tomorrow" }],
    ["fields as an array", { ...form, fields: ["a"] }],
    ["a field that is a number", { ...form, fields: { amount: 1500 } }],
    ["a field that is an array", { ...form, fields: { amount: ["1"] } }],
    ["a field with an empty name", { ...form, fields: { "": "x" } }],
    ["a field that a form would change", { ...form, fields: { text: "a\nb" } }],
    ["a field that PostgreSQL cannot store", { ...form, fields: { text: "\0" } }],
    ["a field with an unpaired surrogate", { ...form, fields: { text: "\ud800" } }],
    ["too many fields", { ...form, fields: manyFields(51) }],
    ["fields that are too long together", { ...form, fields: { f: "x".repeat(32_768) } }],
  ])("rejects %s", (_, action) => {
    expect(snapshotWith(action)).toBeUndefined()
  })
})
