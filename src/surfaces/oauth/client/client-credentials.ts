import { decodeJwt } from "jose"
import { oauthProblem } from "../oauth-errors"

/** The only supported `client_assertion_type` (RFC 7523 §2.2). */
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** The claimed client id, and the credentials for it. */
export interface Credentials {
  readonly id: string | undefined
  readonly secret?: string | undefined
  readonly assertion?: string
}

type Form = Readonly<Record<string, string>>

/**
 * Reads the client's credentials: HTTP Basic, form fields, or a signed assertion in the form. Throws `invalid_request`
 * when the request uses more than one method, even when they agree (RFC 6749 §2.3).
 */
export function credentialsIn(form: Form, header: string | undefined): Credentials {
  const { client_id, client_secret, client_assertion, client_assertion_type } = form
  const signed = client_assertion !== undefined || client_assertion_type !== undefined
  const methods = [header !== undefined, client_secret !== undefined, signed].filter(Boolean).length
  if (methods > 1) throw ambiguous()
  if (signed) return assertionIn(form)
  if (header === undefined) return { id: client_id, secret: client_secret }
  const basic = basicIn(header)
  if (basic.id !== undefined && client_id !== undefined && client_id !== basic.id) throw ambiguous()
  return basic
}

const ambiguous = () => oauthProblem("invalid_request", "Use only one method of client authentication.")

/** Both halves are form-encoded inside the header (RFC 6749 §2.3.1). */
function basicIn(header: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? []
  if (id === undefined || secret === undefined) return { id: undefined }
  const plain = new URLSearchParams(`id=${id}&secret=${secret}`)
  return { id: plain.get("id") ?? undefined, secret: plain.get("secret") || undefined }
}

/** `client_id` is optional beside the assertion and must match its subject (RFC 7521 §4.2). */
function assertionIn({ client_id, client_assertion, client_assertion_type }: Form): Credentials {
  if (client_assertion === undefined || client_assertion_type !== JWT_BEARER)
    throw oauthProblem("invalid_request", `client_assertion requires client_assertion_type=${JWT_BEARER}.`)
  const subject = subjectOf(client_assertion)
  const agrees = client_id === undefined || client_id === subject
  return { id: agrees ? subject : undefined, assertion: client_assertion }
}

/** The assertion's subject, before its signature is verified. */
function subjectOf(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt<{ sub: unknown }>(assertion)
    return typeof sub === "string" ? sub : undefined
  } catch {
    return undefined
  }
}
