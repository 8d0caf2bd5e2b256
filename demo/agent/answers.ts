import { DemoFailure } from "../failure"
import { shorten, type Answer } from "./talk"

/** A JSON object of which nothing is known yet. */
export type Json = Record<string, unknown>

/** The JSON object of an answer that must have the given status; anything else ends the run in one sentence. */
export function expectJson(answer: Answer, status: number, what: string): Json {
  if (answer.status !== status) {
    throw new DemoFailure(`${what}: expected ${status}, got ${answer.status} ${shorten(answer.text)}`)
  }
  try {
    return asObject(JSON.parse(answer.text))
  } catch {
    throw new DemoFailure(`${what}: the answer is not JSON: ${shorten(answer.text)}`)
  }
}

/** The value as an object; an empty one when it is none, so that the missing member is what gets reported. */
export function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {}
}

/** A text or number member as text; one that is missing ends the run in one sentence. */
export function expectMember(object: Json, name: string, what: string): string {
  const value = object[name]
  if (typeof value === "string" || typeof value === "number") return String(value)
  throw new DemoFailure(`${what}: no "${name}" in ${shorten(JSON.stringify(object))}`)
}
