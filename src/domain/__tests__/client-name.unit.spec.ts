import { describe, expect, it } from "vitest"
import { nameFault, namesTheStore } from "../client-name"

describe("the name of a client", () => {
  it.each([
    "Shopping agent",
    "Agent <b>Smith</b> & Co. (beta) #2, 50% off: it's €5!",
    "Émile's Agent Ștefănescu",
    "e\u0301mile",
    "Яндекс Маркет",
    "Яндекс Shopping",
    "買い物 Agent",
    "東京ショッピングAI",
    "쇼핑 도우미",
    "सहायक",
    "ผู้ช่วยที่ดี",
    "סוכן קניות",
    "مساعد",
    "1042",
    "Unofficial client",
    "Trust & Co",
  ])("may be %s", (name) => {
    expect(nameFault(name)).toBeUndefined()
  })

  it.each([
    ["a Hangul filler", "\u3164"],
    ["a Hangul filler between letters", "Agent\u3164Smith"],
    ["a Hangul choseong filler", "\u115f"],
    ["a Braille blank", "\u2800"],
    ["a halfwidth Hangul filler", "\uffa0"],
    ["a combining grapheme joiner", "Age\u034fnt"],
    ["a variation selector", "Agent\ufe0f"],
    ["a zero-width space", "Age\u200bnt"],
    ["a tag character", "Agent\u{e0041}"],
    ["a right-to-left override", "Bank\u202etnega"],
    ["a right-to-left isolate", "Agent\u2067"],
    ["a no-break space", "Agent\u00a0Smith"],
    ["a line separator", "Agent\u2028Smith"],
    ["a line break", "Agent\nSmith"],
    ["a private-use character", "Agent\ue000"],
    ["only punctuation", "--- !"],
  ])("must not be blank or hide characters: %s [REG-01]", (_, name) => {
    expect(nameFault(name)).toMatch(/invisible|letter/)
  })

  it.each([
    ["many marks on a letter", "Z\u0310\u0300\u0301\u0302\u0303algo"],
    ["a mark without a letter", "Agent \u0301"],
    ["an enclosing mark", "V\u20dd"],
  ])("must not stack combining marks: %s [REG-02]", (_, name) => {
    expect(nameFault(name)).toContain("combining marks")
  })

  it.each([
    ["a check mark", "Agent \u2713"],
    ["a check mark emoji", "Agent \u2705"],
    ["a heavy check mark", "\u2714 Agent"],
    ["a square root as a check mark", "Agent \u221a"],
    ["a registered sign", "Agent\u00ae"],
    ["a shield", "Agent \u{1f6e1}"],
    ["Lisu letters", "\ua4e2\ua4f3\ua4da"],
  ])("must not have symbols: %s [REG-03]", (_, name) => {
    expect(nameFault(name)).toContain("without symbols")
  })

  it.each([
    "Verified agent",
    "OFFICIAL shopper",
    "Agent oficial",
    "Agent verificat\u0103",
    "0ff1c1al shopper",
    "Official!",
    "O f f i c i a l  shopper",
    "O.F.F.I.C.I.A.L.",
    "\u{1d42f}\u{1d41e}\u{1d42b}\u{1d422}\u{1d41f}\u{1d422}\u{1d41e}\u{1d41d}",
    "\uff2f\uff26\uff26\uff29\uff23\uff29\uff21\uff2c",
    "O\ufb03cial",
    "\u1d20\u1d07\u0280\u026a\ua730\u026a\u1d07\u1d05",
    "V\u00e9rifi\u00e9",
  ])("must not claim a verification: %s [REG-03]", (name) => {
    expect(nameFault(name)).toContain("official, verified")
  })

  it("must not mix letters of different scripts in a word [REG-04]", () => {
    expect(nameFault("\u0420\u0430yPal")).toContain("different scripts")
    expect(nameFault("PayPa\u04cf")).toContain("different scripts")
  })

  it.each([
    "Brass & Beyond",
    "brass and BRASS & BEYOND agent",
    "Br\u00e4ss & Bey\u00f6nd",
    "BrassBeyond support",
    "B r a s s  B e y o n d",
    "8ra55 & 8ey0nd",
    "\u0412\u0433\u0430\u0455\u0455 \u0412\u0435\u0443\u043e\u043f\u0501",
    "shop.example.com",
    "Agent of shop.example.com",
  ])("must not be the store's, however it is written: %s [REG-04]", (name) => {
    expect(namesTheStore(name, ["Brass & Beyond", "shop.example.com"])).toBe(true)
  })

  it.each(["Brassy agent", "Beyond Brass", "example.com", "Shopping agent"])(
    "may resemble the store's only in part: %s",
    (name) => {
      expect(namesTheStore(name, ["Brass & Beyond", "shop.example.com"])).toBe(false)
    }
  )

  it("must not contain a short name of the store as a word, but may inside of words [REG-04]", () => {
    expect(namesTheStore("Acme helper", ["Acme"])).toBe(true)
    expect(namesTheStore("Acmeist poetry", ["Acme"])).toBe(false)
    expect(namesTheStore("Agent", [""])).toBe(false)
    expect(namesTheStore("Agent", ["---"])).toBe(false)
  })
})
