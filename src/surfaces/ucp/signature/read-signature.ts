import { type BareValue, dictionaryIn, type Item } from "../../../domain/structured-field"
import type { Call } from "../../../gateway/call"

/** A signature that a request carries (RFC 9421 section 4). */
export interface RequestSignature {
  readonly components: readonly string[]
  /** Its parameters, as the signature covers them. */
  readonly parameters: string
  readonly keyid: string
  /** In seconds since 1970. */
  readonly created?: number
  readonly expires?: number
  readonly alg?: string
  readonly bytes: Buffer
}

type Headers = Call["headers"]

/** Whether a request has a signature header, even a malformed one. */
export const isSigned = (headers: Headers): boolean => "signature" in headers || "signature-input" in headers

/**
 * The signatures of a request that the store supports: components without parameters, each named once, and a key id.
 * Other signatures are skipped, because they may be for other receivers.
 */
export function signaturesIn(headers: Headers): RequestSignature[] {
  const inputs = dictionaryIn(String(headers["signature-input"] ?? "")) ?? []
  const values = dictionaryIn(String(headers.signature ?? ""))
  return [...inputs].flatMap(([label, input]) => signatureIn(input, values?.get(label)?.value) ?? [])
}

function signatureIn(input: Item, bytes: BareValue | undefined): RequestSignature | undefined {
  const components = input.items?.map(plainName)
  const { keyid, created, expires, alg } = Object.fromEntries(input.parameters)
  if (!components?.every((name) => name !== undefined) || new Set(components).size < components.length) return
  if (!Buffer.isBuffer(bytes) || typeof keyid !== "string") return
  if (!isTime(created) || !isTime(expires) || (alg !== undefined && typeof alg !== "string")) return
  return { components, parameters: input.text, keyid, created, expires, alg, bytes }
}

/** The name of a component that is a string without parameters; otherwise undefined. */
function plainName({ value, text }: Item): string | undefined {
  return typeof value === "string" && text === `"${value}"` ? value : undefined
}

const isTime = (value: unknown): value is number | undefined => value === undefined || Number.isInteger(value)
