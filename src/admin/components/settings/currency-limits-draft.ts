import { isCurrency, toDecimal } from "../../../domain/money"
import { amountIn } from "../common/amount-in"

/** The limits in one currency: its uppercase ISO 4217 code, and each limit in minor units. */
export type CurrencyLimit<Name extends string> = Readonly<Record<Name, number>> & {
  readonly currency: string
}

/** The same while it is edited: amounts as text in major units. */
export type LimitDraft<Name extends string> = Readonly<Record<Name, string>> & { readonly currency: string }

/** Limits without a currency and amounts, to be filled in. */
export const emptyLimit = <Name extends string>(names: readonly Name[]): LimitDraft<Name> =>
  draftWith(names, "", () => "")

/** The limits of a currency as a form edits them: amounts in major units, as text. */
export const limitDraftOf = <Name extends string>(
  names: readonly Name[],
  limit: CurrencyLimit<Name>
): LimitDraft<Name> => draftWith(names, limit.currency, (name) => toDecimal(limit[name], limit.currency))

function draftWith<Name extends string>(
  names: readonly Name[],
  currency: string,
  textOf: (name: Name) => string
): LimitDraft<Name> {
  const texts = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>
  return { ...texts, currency }
}

/** The limits in a draft. Text that is no amount of the currency becomes 0, which the server rejects with a message. */
export function limitIn<Name extends string>(
  names: readonly Name[],
  draft: LimitDraft<Name>
): CurrencyLimit<Name> {
  const currency = codeOf(draft)
  const amountOf = (text: string) => (isCurrency(currency) ? (amountIn(text, currency) ?? 0) : 0)
  const amounts = Object.fromEntries(names.map((name) => [name, amountOf(draft[name])]))
  return { ...(amounts as Record<Name, number>), currency }
}

interface WithCurrency {
  readonly currency: string
}

/** Whether the currency of a draft is also that of one before it in the list. */
export function isListedBefore(drafts: readonly WithCurrency[], index: number): boolean {
  const code = drafts[index] && codeOf(drafts[index])
  return Boolean(code) && drafts.slice(0, index).some((draft) => codeOf(draft) === code)
}

/** Whether no currency is listed twice. */
export const isOncePerCurrency = (drafts: readonly WithCurrency[]): boolean =>
  !drafts.some((_, index) => isListedBefore(drafts, index))

const codeOf = ({ currency }: WithCurrency) => currency.trim().toUpperCase()
