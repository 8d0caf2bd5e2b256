import fc from "fast-check"
import { expect } from "vitest"

/** The number of runs of each property. GW_TEST_RUNS=2000 makes a thorough run. */
export const RUNS = Number(process.env.GW_TEST_RUNS ?? 60)

/** A timeout in milliseconds for that many requests. */
export const WAIT_TIMEOUT = 60_000 + RUNS * 1500

/** Text that often breaks parsers, queries and templates. */
const NASTY = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "%00",
  "%",
  "[]",
  "{}",
  "null",
]
const LONG = "A".repeat(20_000)

export const wrongText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(...NASTY, LONG),
  fc.json()
)

/** One change of one member of a valid request. */
export interface Mutation {
  readonly member: string
  readonly how: "drop" | "empty" | "repeat" | "replace"
  readonly text: string
}

export function mutationOf(members: readonly string[]): fc.Arbitrary<Mutation> {
  return fc.record({
    member: fc.constantFrom(...members),
    how: fc.constantFrom("drop", "empty", "repeat", "replace", "replace", "replace"),
    text: wrongText,
  })
}

/** The form with the change applied. */
export function mutated(
  form: Readonly<Record<string, string>>,
  { member, how, text }: Mutation
): URLSearchParams {
  const fields = new URLSearchParams(form)
  if (how === "drop") fields.delete(member)
  else if (how === "repeat") fields.append(member, text)
  else fields.set(member, how === "empty" ? "" : text)
  return fields
}

/** A meaningless request: any body of any type with any credentials. */
export interface Garbage {
  readonly body: Uint8Array | string
  readonly headers: Record<string, string>
}

const headerText = fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map((text) => text.trim())
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "x",
  ";",
]

export const garbage: fc.Arbitrary<Garbage> = fc.record({
  body: fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary" }), fc.json()),
  headers: fc.record({
    "content-type": fc.constantFrom(...TYPES),
    authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Basic ${text}`),
      wrongText.map((text) => `Basic ${Buffer.from(text).toString("base64").slice(0, 4000)}`)
    ),
    "accept-language": headerText,
    cookie: headerText,
    origin: headerText,
  }),
})

/** Any JSON value, and values with unusual properties. */
export const wrongJson = fc.oneof(
  fc.jsonValue(),
  wrongText,
  fc.constant(undefined),
  fc.constantFrom<unknown>({ toString: 0 }, { valueOf: null, toString: null }, { length: -1 }, [[]])
)

/** A valid value with one member replaced or added. */
export function oneMemberWrong<T extends object>(valid: T, more: readonly string[] = []): fc.Arbitrary<T> {
  const members = [...Object.keys(valid), ...more, "__proto__", "unknown"]
  return fc
    .record({ member: fc.constantFrom(...members), value: wrongJson })
    .map(({ member, value }) => ({ ...valid, [member]: value }))
}

type Path = readonly string[]

/** A valid value with one member replaced at any depth, in an object or a list. */
export function anyMemberWrong<T extends object>(valid: T): fc.Arbitrary<T> {
  return fc
    .record({ path: fc.constantFrom(...pathsIn(valid)), value: wrongJson })
    .map(({ path, value }) => replaced(valid, path, value) as T)
}

function pathsIn(value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => [
    [name],
    ...pathsIn(inside).map((path) => [name, ...path]),
  ])
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  const members = value as Record<string, unknown>
  const changed = { ...members, [name]: replaced(members[name], rest, by) }
  return Array.isArray(value) ? Object.values(changed) : changed
}

/**
 * Checks a property `runs` times, fewer where each run takes long. The message of a failure has the seed, the path, the
 * counterexample and its error.
 */
export function always<T>(request: fc.Arbitrary<T>, holds: (value: T) => Promise<void>, runs = RUNS) {
  return fc.assert(fc.asyncProperty(request, holds), { numRuns: Math.ceil(runs), includeErrorInReport: true })
}

/** Half of the requests are meaningless, half are valid except for one change. */
export function halfNonsense<T>(other: fc.Arbitrary<T>) {
  return fc.oneof(
    garbage.map((nonsense) => ({ nonsense, mutation: undefined })),
    other.map((mutation) => ({ nonsense: undefined, mutation }))
  )
}

/** Posts without following redirects. */
export function post(url: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body, headers, redirect: "manual" })
}

export const postGarbage = (url: string, { body, headers }: Garbage): Promise<Response> =>
  post(url, Buffer.from(body), headers)

/** Expects what holds for every answer: no server error, no internals, and an error description in `member`. */
export async function expectSound(answer: Promise<Response>, member = "error"): Promise<Response> {
  const response = await answer
  const text = await response.clone().text()
  expect(response.status).toBeLessThan(500)
  expect(text).not.toMatch(/node_modules|\bat \w+ \(|syntax error|gw_oauth_|server_error/)
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  if (isJson && text && response.status >= 400) expect(JSON.parse(text)).toHaveProperty(member)
  return response
}
