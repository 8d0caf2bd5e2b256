/** A response of a surface, without Express types. `body` streams when it is an async iterable. */
export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body?: string | AsyncIterable<string | Uint8Array>
}

const isReplyBrand = Symbol("reply")

/** An operation's result that sets the response itself: another status, headers, HTML, a redirect or a stream. */
export interface RawReply extends Reply {
  readonly [isReplyBrand]: true
}

/** A response with this status, these headers and this body, which the gateway sends unchanged. */
export function reply(status: number, headers: Record<string, string>, body?: Reply["body"]): RawReply {
  return { status, headers, body, [isReplyBrand]: true }
}

/** Whether an operation has returned its own response. */
export function isReply(value: unknown): value is RawReply {
  return typeof value === "object" && value !== null && isReplyBrand in value
}

/** A JSON response that may not be cached, unless `headers` says otherwise. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): RawReply {
  return jsonText(JSON.stringify(value), status, headers)
}

/** Like `json`, for text that is JSON already. */
export function jsonText(text: string, status = 200, headers: Record<string, string> = {}): RawReply {
  const type = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" }
  return reply(status, { ...type, ...headers }, text)
}

/** 204: the operation succeeded and has no result. */
export function done(): RawReply {
  return reply(204, { "Cache-Control": "no-store" }, "")
}

/** 303: the browser follows with GET, whatever the method of its request. */
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
 * An HTML page: not framed, not cached, not indexed, no scripts. `policy` has the Content-Security-Policy directives
 * that differ from the default. Browsers apply form-action also to the redirect after a POST.
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
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    },
    page
  )
}
