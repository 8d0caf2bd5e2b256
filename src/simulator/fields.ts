import { BankError } from "./errors"

/** Validates one value and returns it typed; throws 400 `invalid_request` with the field's path. */
export type Reader<T> = (value: unknown, path: string) => T

type Shape = Record<string, Reader<unknown>>
type Read<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/** The value must be present. */
export function required<T>(read: Reader<T>): Reader<T> {
  return (value, path) => {
    if (value === undefined || value === null) throw invalid(path, "is required")
    return read(value, path)
  }
}

/** Absent and null both give null. */
export function optional<T>(read: Reader<T>): Reader<T | null> {
  return (value, path) => (value === undefined || value === null ? null : read(value, path))
}

/** An object with these members and no others. */
export function object<S extends Shape>(shape: S): Reader<Read<S>> {
  return (value, path) => {
    if (!isObject(value)) throw invalid(path, "must be a JSON object")
    const unknown = Object.keys(value).find((member) => !Object.hasOwn(shape, member))
    if (unknown !== undefined) throw invalid(join(path, unknown), "is not a known member")
    const members = Object.entries(shape).map(([key, read]) => [key, read(value[key], join(path, key))])
    return Object.fromEntries(members) as Read<S>
  }
}

/** A string of 1 to `max` characters. */
export function text(max: number): Reader<string> {
  return (value, path) => {
    if (typeof value !== "string" || !value || value.length > max)
      throw invalid(path, `must be a text of 1 to ${max} characters`)
    return value
  }
}

/** A string that matches a pattern. `form` describes the pattern in the error message. */
export function matching(pattern: RegExp, form: string): Reader<string> {
  return (value, path) => {
    if (typeof value !== "string" || !pattern.test(value)) throw invalid(path, `must be ${form}`)
    return value
  }
}

/** One of these strings. */
export function oneOf<const W extends string>(...values: W[]): Reader<W> {
  return (value, path) => {
    const match = values.find((candidate) => candidate === value)
    if (!match) throw invalid(path, `must be one of ${list(values)}`)
    return match
  }
}

/** An integer in a range. Fractions and numeric strings are refused. */
export function integer(min: number, max: number): Reader<number> {
  return (value, path) => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
      throw invalid(path, `must be a whole number from ${min} to ${max}`)
    return value
  }
}

/** Reads `true` or `false`. */
export const boolean: Reader<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw invalid(path, "must be true or false")
  return value
}

/** The value `read` returns, or `fallback` when it is absent or null. */
export function withDefault<T>(read: Reader<T>, fallback: T): Reader<T> {
  return (value, path) => (value === undefined || value === null ? fallback : read(value, path))
}

/** An absolute http(s) URL without credentials or fragment. */
export const httpUrl: Reader<string> = (value, path) => {
  const url = typeof value === "string" && value.length <= 2000 && URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw invalid(path, "must be an absolute http(s) URL without credentials or fragment")
  return value as string
}

/** A language tag (BCP 47). */
export const locale: Reader<string> = (value, path) => {
  try {
    return Intl.getCanonicalLocales(value as string)[0] ?? "en"
  } catch {
    throw invalid(path, "must be a language tag such as ro-RO")
  }
}

/** An object with string values under any names: at most `maxKeys` of them, each at most `maxLength` long. */
export function textMap(maxKeys: number, maxLength: number): Reader<Record<string, string>> {
  return (value, path) => {
    if (!isObject(value) || Object.keys(value).length > maxKeys)
      throw invalid(path, `must be a JSON object of at most ${maxKeys} members`)
    for (const [key, item] of Object.entries(value))
      if (typeof item !== "string" || item.length > maxLength)
        throw invalid(join(path, key), `must be a text of at most ${maxLength} characters`)
    return value as Record<string, string>
  }
}

/** The values as a list for messages: "a, b, c". */
export function list(values: readonly string[]): string {
  return values.join(", ")
}

function invalid(path: string, fault: string): BankError {
  if (!path) return new BankError("invalid_request", `The body ${fault}.`)
  return new BankError("invalid_request", `${path} ${fault}.`, { field: path })
}

function join(path: string, member: string): string {
  return path ? `${path}.${member}` : member
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
