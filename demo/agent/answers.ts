import { DemoFailure } from "../failure"
import { shorten, type Answer } from "./talk"

/** A JSON object with unknown members. */
export type Json = Record<string, unknown>

/** The JSON object of a response that must have the given status. Throws a DemoFailure otherwise. */
export function expectJson(answer: Answer, status: number, what: string): Json {
  if (answer.status !== status) {
    throw new DemoFailure(`${what}: expected ${status}, got ${answer.status} ${shorten(answer.text)}`)
  }
  try {
    return asObject(JSON.parse(answer.text))
  } catch {
    throw new DemoFailure(`${what}: the response is not JSON: ${shorten(answer.text)}`)
  }
}

/** The value as an object; an empty one when it is none, so that the error names the missing member. */
export function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {}
}

/** A string or number member as a string. Throws a DemoFailure when it is missing. */
export function expectMember(object: Json, name: string, what: string): string {
  const value = object[name]
  if (typeof value === "string" || typeof value === "number") return String(value)
  throw new DemoFailure(`${what}: no "${name}" in ${shorten(JSON.stringify(object))}`)
}
