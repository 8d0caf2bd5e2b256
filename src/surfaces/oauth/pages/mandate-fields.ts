import type { CardCharges } from "../../../domain/card-mandate"
import { toDecimal } from "../../../domain/money"
import { moneyIn } from "../../../gateway/customer-pages/displayed-amount"
import { type Markup, markup } from "../../../gateway/markup"
import { fieldsOf } from "../interaction/mandate-form"
import { dateIn, type Texts } from "./oauth-texts"

/** The mandates of a consent page, and whether the last entry could not be accepted. */
export interface MandateView {
  readonly mandates: readonly CardCharges[]
  readonly is_wrong: boolean
}

/** The id of the form that the fields of the mandates belong to. They are outside of it, so that its button can stay in view. */
export const DECISION_FORM = "decision"

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
<input form="${DECISION_FORM}" id="${names.expires_on}" name="${names.expires_on}" type="date" required max="${expires_at.slice(0, 10)}" value="${expires_at.slice(0, 10)}">
</fieldset>`
}

function amountField(name: string, label: string, most: string): Markup {
  return markup`<label for="${name}">${label}</label>
<input form="${DECISION_FORM}" id="${name}" name="${name}" type="text" inputmode="decimal" autocomplete="off" required value="${most}">`
}

/** More limits than these would leave a phone's window too little space above them. */
const MOST_IN_VIEW = 4

/** Whether the limits are short enough to stay in view beside the button that allows them. */
export const fitBesideButton = ({ mandates }: MandateView): boolean => mandates.length <= MOST_IN_VIEW

/** The offered limits in a few lines, for the place of the button that allows them. */
export function mandateSummary(texts: Texts, { mandates }: MandateView): Markup {
  const ends = mandates.map(({ expires_at }) => dateIn(texts, new Date(expires_at), "medium"))
  const common = new Set(ends).size === 1 ? ends[0] : undefined
  return markup`<p class="soft limits">${texts.limits_intro(common)}
${mandates.map(
  ({ currency, max_per_charge, max_per_month }, at) =>
    markup`<br><span>${texts.limits_of(
      moneyIn(texts.lang, max_per_charge, currency),
      moneyIn(texts.lang, max_per_month, currency),
      common ? undefined : ends[at]
    )}</span>`
)}</p>`
}
