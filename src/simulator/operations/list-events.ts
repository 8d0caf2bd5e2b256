import { BankError } from "../errors"
import { eventBody } from "../event-body"
import type { Call } from "./call"

const PAGE_LIMIT = 100

/** `GET /events?after=&limit=`: the events of all notifications, for merchants that missed some. */
export function listEvents({ bank, merchant, query }: Call): object {
  const after = readNumber(query, "after", 0, Number.MAX_SAFE_INTEGER)
  const limit = readNumber(query, "limit", 1, PAGE_LIMIT, PAGE_LIMIT)
  // Sequence numbers have no gaps, so the first event after n is at index n.
  const page = bank.ledger.feed(merchant.merchant_id).slice(after, after + limit + 1)
  const data = page.slice(0, limit).map(({ event, attempts }) => eventBody(event, attempts))
  return { data, has_more: page.length > limit }
}

function readNumber(query: URLSearchParams, name: string, min: number, max: number, fallback = min): number {
  const text = query.get(name)
  const value = text === null ? fallback : /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw new BankError("invalid_request", `${name} must be a whole number from ${min} to ${max}.`, {
    field: name,
  })
}
