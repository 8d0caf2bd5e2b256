/** What a surface answers, without Express. `body` streams when it is an async iterable. */
export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body?: string | AsyncIterable<string | Uint8Array>
}

const isReplyBrand = Symbol("reply")

/** An operation's result that is more than data: another status, headers, HTML, a redirect, a stream. */
export interface RawReply extends Reply {
  readonly [isReplyBrand]: true
}

export function reply(status: number, headers: Record<string, string>, body?: Reply["body"]): RawReply {
  return { status, headers, body, [isReplyBrand]: true }
}

export function isReply(value: unknown): value is RawReply {
  return typeof value === "object" && value !== null && isReplyBrand in value
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): RawReply {
  return jsonText(JSON.stringify(value), status, headers)
}

/** The same of what is JSON text already. */
export function jsonText(text: string, status = 200, headers: Record<string, string> = {}): RawReply {
  const type = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" }
  return reply(status, { ...type, ...headers }, text)
}

/** 204: it is as it was wished, and there is no more to say. */
export function done(): RawReply {
  return reply(204, { "Cache-Control": "no-store" }, "")
}

/** 303: the browser follows with GET, whatever it came with. */
export function redirect(location: string): RawReply {
  return reply(303, { Location: location, "Cache-Control": "no-store" })
}

const POLICY = {
  "default-src": "'none'",
  "style-src": "'unsafe-inline'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
  "form-action": "'self'",
}

/**
 * A page for a person: not framed, not cached, not indexed, no scripts. `policy` has the directives of its
 * Content-Security-Policy that differ; browsers apply form-action to the redirect after a POST too.
 */
export function html(page: string, status = 200, policy: Record<string, string> = {}): RawReply {
  const directives = Object.entries({ ...POLICY, ...policy })
  return reply(
    status,
    {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": directives.map((directive) => directive.join(" ")).join("; "),
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    },
    page
  )
}
