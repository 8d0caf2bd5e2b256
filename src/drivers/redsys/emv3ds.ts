import type { OrderCustomer, PostalAddress } from "../driver"
import { countryNumberOf } from "./countries"

/** The data of EMV 3DS about the customer: texts, and telephone numbers in two parts. */
export type Emv3ds = Readonly<Record<string, string | { readonly cc: string; readonly subscriber: string }>>

const LENGTHS = { name: 45, line: 50, city: 50, postcode: 16 } as const

/**
 * What is known of the customer in the format of EMV 3DS, so that the issuer can do without a challenge. Unknown members
 * are absent; undefined if all are. Texts are cut to the format's lengths.
 */
export function emv3dsOf(email: string | undefined, customer: OrderCustomer | undefined): Emv3ds | undefined {
  const { billing_address: billing = null, shipping_address: shipping = null } = customer ?? {}
  const name = nameOf(billing) ?? nameOf(shipping)
  const phone = phoneOf(billing) ?? phoneOf(shipping)
  const data = {
    ...(email && { email }),
    ...(name && { cardholderName: name }),
    ...(phone && { mobilePhone: phone }),
    ...addressFields("billAddr", billing),
    ...addressFields("shipAddr", shipping),
    ...(billing && shipping && { addrMatch: isSame(billing, shipping) ? "Y" : "N" }),
  }
  return Object.keys(data).length ? data : undefined
}

/** The name in the letters that the format allows; undefined if fewer than two characters of it are left. */
function nameOf(address: PostalAddress | null): string | undefined {
  const full = [address?.first_name, address?.last_name].filter(Boolean).join(" ")
  const plain = full
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
  return plain.length < 2 ? undefined : plain.slice(0, LENGTHS.name).trim()
}

function addressFields(prefix: "billAddr" | "shipAddr", address: PostalAddress | null) {
  if (!address) return {}
  const { address_1, address_2, city, postal_code, country_code } = address
  const members = {
    Line1: cut(address_1, LENGTHS.line),
    Line2: cut(address_2, LENGTHS.line),
    City: cut(city, LENGTHS.city),
    PostCode: cut(postal_code, LENGTHS.postcode),
    Country: country_code && countryNumberOf(country_code),
  }
  const known = Object.entries(members).flatMap(([name, value]) => (value ? [[prefix + name, value]] : []))
  return Object.fromEntries(known) as Record<string, string>
}

/** Counts whole characters, so that none is cut in two. */
const cut = (text: string | null, length: number) => [...(text?.trim() ?? "")].slice(0, length).join("")

/** The country codes of E.164 have one digit, two, or otherwise three. */
const INTERNATIONAL = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d{4,14})$/

/** A number without its country code is not passed on, because the country of the phone is not known. */
function phoneOf(address: PostalAddress | null): { cc: string; subscriber: string } | undefined {
  const digits = (address?.phone ?? "").replace(/[\s().-]/g, "").replace(/^00/, "+")
  const [, cc, subscriber] = INTERNATIONAL.exec(digits) ?? []
  return cc && subscriber ? { cc, subscriber } : undefined
}

const PLACE = ["address_1", "address_2", "city", "postal_code", "country_code"] as const

const isSame = (one: PostalAddress, two: PostalAddress) =>
  PLACE.every((member) => (one[member] ?? "").toLowerCase() === (two[member] ?? "").toLowerCase())
