import { createHash, timingSafeEqual } from "node:crypto"
import type { Reply } from "./reply"
import { messagePage } from "./sca-page"

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  // Browsers apply form-action also to the redirects that follow a POST: back to the merchant, and from there to any
  // other host. The bank cannot know those hosts.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; form-action *; base-uri 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
}

/** A response with one message, and a link back to the merchant when it is known. */
export function messageReply(
  status: number,
  title: string,
  message: string,
  backTo: string | null = null
): Reply {
  return pageReply(status, messagePage(title, message, backTo))
}

/** A page for the customer, under a policy that allows nothing but its own form. */
export function pageReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, text, headers: { ...PAGE_HEADERS, ...headers } }
}

/** Whether two texts are equal, compared in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}
