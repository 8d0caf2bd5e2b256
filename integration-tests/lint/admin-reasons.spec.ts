import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import ro from "../../src/admin/i18n/ro"
import type { Text } from "../../src/admin/i18n/use-text"
import { deliveryErrorIn } from "../../src/admin/components/webhooks/delivery-words"
import { reviewIn, reviewsIn, PLACEMENT_FAILURES } from "../../src/admin/components/payments/review-words"

/** Romanian texts with values filled in as i18next does it. */
const filled = (key: string, values: Readonly<Record<string, string | number>> = {}) => {
  const [area, name] = key.split(".") as [keyof typeof ro, string]
  const text = (ro[area] as Readonly<Record<string, string>>)[name]
  return text?.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]))
}
const t = Object.assign((key: string, values = {}) => String(filled(key, values)), {
  of: (area: string, code: string) => filled(`${area}.${code}`) ?? code,
  language: "ro",
}) as Text

const SRC = join(__dirname, "../../src")
const sourcesIn = (folder: string) =>
  readdirSync(join(SRC, folder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(SRC, folder, file), "utf8"))

const SETTLEMENT = ["workflows/payment", "workflows/settlement"].flatMap(sourcesIn)

describe("the review reasons of a payment", () => {
  it.each([
    ["amount differs", "Banca raportează altă sumă decât cea cerută"],
    ["A refund of 40.00 EUR failed at the bank", "O rambursare de 40.00 EUR a eșuat la bancă"],
    [
      "An approved refund of 5.00 EUR could not be made within a day",
      "O rambursare aprobată de 5.00 EUR nu a putut fi efectuată timp de o zi",
    ],
    [
      "Disputed by the cardholder: 10.00 EUR, fraudulent, open",
      "Contestată de titularul cardului: 10.00 EUR, neautorizată de titularul cardului, deschisă",
    ],
    ["Refunded: the cart has changed", "Plata a fost rambursată: coșul s-a schimbat"],
    [
      "the cart no longer exists, and the payment could not be refunded: refund_failed",
      "Plata nu a putut fi rambursată (Banca nu a putut executa rambursarea): coșul nu mai există",
    ],
    [
      "the order was already canceled, and the payment could not be voided: invalid_state",
      "Plata nu a putut fi anulată (Starea plății nu permite această operațiune): comanda era deja anulată",
    ],
    [
      "The bank does not report whether the refund of 3.00 EUR was made. Look it up at the bank, reference 1042AB",
      "Banca nu raportează dacă s-a efectuat rambursarea de 3.00 EUR. Căutați la bancă referința 1042AB",
    ],
    [
      "The bank has begun the refund of 3.00 EUR and not finished it. Look it up at the bank, reference 1042AB",
      "Banca a început rambursarea de 3.00 EUR și nu a încheiat-o. Căutați la bancă referința 1042AB",
    ],
    [
      "The provider does not report whether the capture of 3.00 EUR was made. Look it up there, and capture or cancel the payment on Medusa's page of the order",
      "Furnizorul de plăți nu raportează dacă s-a efectuat încasarea de 3.00 EUR. Verificați la furnizor, apoi încasați sau anulați plata pe pagina comenzii din Medusa",
    ],
    [
      "The payment of 3.00 EUR has been open at the bank for a day. Look it up at the bank, reference 1042AB",
      "Plata de 3.00 EUR este deschisă la bancă de o zi. Căutați la bancă referința 1042AB",
    ],
    [
      "The payment of 3.00 EUR has been open at the bank for a day. Look it up at the bank, reference 1042AB (account cards_eu)",
      "Plata de 3.00 EUR este deschisă la bancă de o zi. Căutați la bancă referința 1042AB (contul cards_eu)",
    ],
    ["the store cannot record captured:1", "Magazinul nu poate înregistra o parte a plății (captured:1)"],
    ["an unknown sentence", "an unknown sentence"],
  ])("are translated to Romanian: %s [ADM-36]", (reason, text) => {
    expect(reviewIn(reason, t)).toBe(text)
  })

  it("are separated into single reasons", () => {
    expect(reviewsIn("amount differs; status differs", t)).toHaveLength(2)
  })

  it("have a translation for every form in which the store writes them [ADM-36]", () => {
    const written = SETTLEMENT.flatMap((source) =>
      [...source.matchAll(/const (?:reason|note) = (?:[\w()]+\s*\? )?`([^`]+)`(?:\s*: `([^`]+)`)?/g)].flatMap(
        ([, ...texts]) => texts.filter((text) => text !== undefined)
      )
    )
    const sentences = written.map((text) => text.replace(/\$\{[^}]+\}/g, "x"))
    expect(sentences.length).toBeGreaterThan(5)
    for (const sentence of sentences.filter((one) => !one.includes("Disputed")))
      expect([sentence, reviewIn(sentence, t)]).not.toEqual([sentence, sentence])
  })

  it("have a text for each obstacle to an order [ADM-36]", () => {
    const written = SETTLEMENT.flatMap((source) =>
      [...source.matchAll(/"(the (?:order|cart|payment|outstanding) [a-z ]+)"/g)].map(([, text]) =>
        String(text)
      )
    )
    expect(written.length).toBeGreaterThan(5)
    expect(written.filter((why) => !PLACEMENT_FAILURES[why])).toEqual([])
  })
})

describe("delivery errors", () => {
  it.each([
    ["answered 503", "A răspuns cu 503"],
    ["redirect_not_followed", "Destinatarul redirecționează; redirecționările nu sunt urmate"],
    ["connect ECONNREFUSED 127.0.0.1:9", "Niciun server nu ascultă la această adresă"],
    ["getaddrinfo ENOTFOUND shop.example", "Numele de gazdă al destinatarului nu poate fi rezolvat"],
    ["The operation was aborted due to timeout", "Destinatarul nu a răspuns la timp"],
    ["the certificate does not match the host name", "Certificatul destinatarului nu este valid"],
    ["address not allowed: agent.example", "Adresa nu este permisă"],
    ["an unknown sentence", "an unknown sentence"],
  ])("are translated to Romanian: %s [ADM-36]", (error, text) => {
    expect(deliveryErrorIn(error, t)).toBe(text)
  })
})
