import { createHash, timingSafeEqual } from "node:crypto"
import type { Reply } from "./reply"
import { messagePage } from "./sca-page"

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  // Browsers apply form-action to the redirects that follow a POST as well: back to the shop, and on to wherever
  // the shop sends its shopper next. Those hosts are not ours to know.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; form-action *; base-uri 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
}

/** A page with one message, and a way back to the shop where one is known. */
export function messageReply(
  status: number,
  title: string,
  message: string,
  backTo: string | null = null
): Reply {
  return pageReply(status, messagePage(title, message, backTo))
}

/** A page for the shopper, under a policy that allows it nothing but its own form. */
export function pageReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, text, headers: { ...PAGE_HEADERS, ...headers } }
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}
