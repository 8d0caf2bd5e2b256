import type { CardCharges } from "../../../domain/card-mandate"
import { toDecimal } from "../../../domain/money"
import { type Markup, markup } from "../../../gateway/markup"
import { fieldsOf } from "../interaction/mandate-form"
import type { Texts } from "./oauth-texts"

/** The mandates of a consent page, and whether the last entry could not be accepted. */
export interface MandateView {
  readonly mandates: readonly CardCharges[]
  readonly is_wrong: boolean
}

/** What saved cards may be charged without the customer, in fields in which they can lower it before they agree. */
export function mandateFields(texts: Texts, { mandates, is_wrong }: MandateView): Markup {
  return markup`<h2>${texts.saved_cards}</h2>
<p>${texts.saved_cards_about}</p>
${is_wrong ? markup`<p role="alert" class="fault">${texts.saved_cards_fault}</p>` : undefined}
${mandates.map((mandate) => fieldset(texts, mandate))}`
}

function fieldset(
  texts: Texts,
  { currency, max_per_charge, max_per_month, expires_at }: CardCharges
): Markup {
  const names = fieldsOf(currency)
  return markup`<fieldset><legend>${currency}</legend>
${amountField(names.max_per_charge, texts.max_per_charge(currency), toDecimal(max_per_charge, currency))}
${amountField(names.max_per_month, texts.max_per_month(currency), toDecimal(max_per_month, currency))}
<label for="${names.expires_on}">${texts.mandate_until}</label>
<input id="${names.expires_on}" name="${names.expires_on}" type="date" required max="${expires_at.slice(0, 10)}" value="${expires_at.slice(0, 10)}">
</fieldset>`
}

function amountField(name: string, label: string, most: string): Markup {
  return markup`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" inputmode="decimal" autocomplete="off" required value="${most}">`
}
