import type { Approval } from "../../api/approvals"
import type { Text } from "../../i18n/use-text"

type Basket = NonNullable<Approval["basket"]>
type Line = Basket["lines"][number]
type Address = NonNullable<Basket["address"]>

/** A line of a basket as text: quantity and title. */
export const titleOf = ({ quantity, title }: Line): string => `${quantity} × ${title}`

/** The purpose of a payment, short and in full. A checkout whose lines are unknown is only called a checkout. */
export function purposeOf(approval: Approval, t: Text): readonly [short: string, whole: string] {
  const { kind, order_number, basket, session_id, description, order_reference } = approval
  if (kind === "refund") {
    const refund = t("approvals.refund_of", { order: order_number ?? "–" })
    return [refund, refund]
  }
  const lines = basket?.lines.map(titleOf) ?? []
  const [first, ...others] = lines
  if (first === undefined) {
    const label = session_id ? t("approvals.checkout") : (order_reference ?? description) || "–"
    return [label, label]
  }
  const more = others.length ? ` ${t("approvals.lines_more", { count: others.length })}` : ""
  return [first + more, lines.join("\n")]
}

/** An address on one line, with the country's name. */
export function addressIn(address: Address, language: string): string {
  const { first_name, last_name, postal_code, address_locality, address_country } = address
  return [
    join(first_name, last_name),
    address.company,
    address.street_address,
    address.extended_address,
    join(postal_code, address_locality),
    address.address_region,
    address_country && countryIn(address_country, language),
    address.phone_number,
  ]
    .filter(Boolean)
    .join(", ")
}

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" ")

/** The name of a country; an unknown code is returned unchanged. */
function countryIn(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}
