import type { Bank } from "./bank"
import type { Visit } from "./records"
import type { Reply } from "./reply"
import { enter } from "./sca"
import { messageReply, pageReply, sameText } from "./sca-reply"

/**
 * Opens a page that requires a form first. `form` is the posted body, or null; only exactly the required fields open
 * the page.
 */
export function answerEntry(bank: Bank, visit: Visit, form: Buffer | null): Reply {
  const { id, entry } = visit.session
  if (!form)
    return refused(405, "This page opens only with a form of the shop, not by its link.", { Allow: "POST" })
  if (!sameText(sorted(new URLSearchParams(form.toString("utf8"))), sorted(Object.entries(entry ?? {}))))
    return refused(403, "The form does not contain the required fields.")
  enter(bank, visit)
  return pageReply(303, "", { Location: `/sca/${id}` })
}

function sorted(fields: Iterable<[string, string]>): string {
  return JSON.stringify([...fields].sort())
}

function refused(status: number, message: string, headers: Record<string, string> = {}): Reply {
  const reply = messageReply(status, "Open this page from the shop", message)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
