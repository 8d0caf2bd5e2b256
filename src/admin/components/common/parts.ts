import { momentText } from "./moment"
import { formatMoney } from "./money"

/** A member's name and its value as text. */
export type Part = readonly [name: string, text: string]

type Members = Readonly<Record<string, unknown>>

/**
 * A server object as names and texts for people: amounts with their currency, times in the user's time zone, and
 * nested members by path, such as `limits.day`. Null is a dash.
 */
export function partsOf(of: Members, language: string): Part[] {
  const { currency, ...members } = of
  const isMoney = typeof currency === "string" && Object.entries(members).some(isAmount)
  return Object.entries(isMoney ? members : of).flatMap(([name, value]) => {
    if (isMoney && isAmount([name, value])) return [[name, formatMoney(Number(value), currency, language)]]
    return partsIn(name, value, language)
  })
}

const AMOUNT = /amount$|^max(_|$)|_above$|^left$/

const isAmount = ([name, value]: readonly [string, unknown]) => AMOUNT.test(name) && Number.isInteger(value)

function partsIn(name: string, value: unknown, language: string): Part[] {
  if (Array.isArray(value) && !value.some(isObject)) return [[name, value.join(", ") || "–"]]
  if (!isObject(value)) return [[name, textOf(value, language)]]
  if (!Object.keys(value).length) return [[name, "–"]]
  return partsOf(value, language).map(([inner, text]) => [`${name}.${inner}`, text])
}

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text))

function textOf(value: unknown, language: string): string {
  if (value === null || value === undefined || value === "") return "–"
  return typeof value === "string" && isTime(value) ? momentText(value, language, true) : String(value)
}
