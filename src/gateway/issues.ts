import { z } from "@medusajs/framework/zod"
import { nearest } from "../domain/nearest"

/** A validation error of one member of a request. */
export interface Issue {
  /** The path of the member in the request: `a2a_limits.minute`, `cors_origins.0`; empty for the whole request. */
  readonly path: string
  readonly message: string
}

/** The most issues in a response, so that an invalid request cannot cause an even larger response. */
const MOST_ISSUES = 20

/**
 * The validation errors of a request, one for each fault, each under the path of the member that is wrong. An unknown
 * member of the request itself is answered with the nearest of `members`, its known ones.
 */
export function issuesOf({ issues }: z.ZodError, members: readonly string[] = []): Issue[] {
  const found = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && !issue.path.length
      ? issue.keys.map((key) => issueAt([key], UNKNOWN + hintFor(key, members)))
      : issuesIn(issue)
  )
  return found.slice(0, MOST_ISSUES)
}

/** The known members of an object's schema; none of any other schema. */
export const membersOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const UNKNOWN = "is not a known member"

function hintFor(key: string, members: readonly string[]): string {
  const meant = nearest(key, members)
  return meant === undefined ? "" : `; did you mean ${meant}?`
}

type Path = readonly PropertyKey[]

function issuesIn(issue: z.core.$ZodIssue, parent: Path = []): Issue[] {
  const path = [...parent, ...issue.path]
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => issueAt([...path, key], UNKNOWN))
  if (issue.code === "invalid_union" && isDefault(issue.message)) return issuesOfUnion(issue.errors, path)
  return [issueAt(path, isDefault(issue.message) ? sentenceOf(issue) : issue.message)]
}

/** The faults of the alternative that the value matches best. */
function issuesOfUnion(alternatives: z.core.$ZodIssue[][], path: Path): Issue[] {
  const matching = alternatives.filter((issues) => !issues.some(isOfWholeValue))
  const [closest] = [...matching].sort((one, other) => one.length - other.length)
  if (closest) return closest.flatMap((issue) => issuesIn(issue, path))
  const expected = alternatives.flatMap((issues) => issues.filter(isOfWholeValue)).map(expectedBy)
  return [issueAt(path, expected.length ? `must be ${[...new Set(expected)].join(" or ")}` : "is not valid")]
}

const isOfWholeValue = ({ code, path }: z.core.$ZodIssue): boolean =>
  !path.length && (code === "invalid_type" || code === "invalid_value")

function issueAt(path: Path, message: string): Issue {
  return { path: path.map(String).join("."), message }
}

/** Whether a message is zod's own, which has no sentence that describes the fault to a reader without the schema. */
const isDefault = (message: string): boolean => /^(Invalid|Too (small|big))\b/.test(message)

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? "is required" : `must be ${expectedBy(issue)}`
    case "invalid_value":
      return `must be ${expectedBy(issue)}`
    case "too_small":
      return boundBy(issue, issue.inclusive === false ? "greater than" : "at least", issue.minimum)
    case "too_big":
      return boundBy(issue, issue.inclusive === false ? "less than" : "at most", issue.maximum)
    case "invalid_format":
      return FORMATS[issue.format] ?? "does not have the required format"
    default:
      return "is not valid"
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "must be an email address",
  url: "must be a URL",
  datetime: "must be an RFC 3339 time such as 2026-01-31T12:00:00Z",
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return TYPES[issue.expected] ?? issue.expected
  if (issue.code !== "invalid_value") return "valid"
  const [first, ...others] = issue.values.map((value) => JSON.stringify(value))
  return others.length ? `one of ${[first, ...others].join(", ")}` : String(first)
}

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items", set: " items" }

function boundBy(
  { origin }: { readonly origin: string },
  comparison: string,
  bound: number | bigint
): string {
  const unit = UNITS[origin]
  return `must ${unit ? "have" : "be"} ${comparison} ${bound}${unit ?? ""}`
}
