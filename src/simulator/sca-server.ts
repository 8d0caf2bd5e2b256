import type { IncomingMessage, ServerResponse } from "node:http"
import { autoComplete } from "./sca-auto"
import type { Bank } from "./bank"
import { readCard } from "./card-form"
import { asBankError, BankError } from "./errors"
import type { EventRecord, Visit } from "./records"
import { readBody, refusal, send, type Reply } from "./reply"
import {
  CHALLENGE_CODE,
  countWrongCode,
  finishChallenge,
  leave,
  returnUrl,
  statusOf,
  submitCard,
  triesLeft,
} from "./sca"
import { answerEntry } from "./sca-entry"
import { cardPage, challengePage } from "./sca-page"
import { messageReply, pageReply, sameText } from "./sca-reply"
import { pageContentOf } from "./sca-scene"
import { SCA_STYLE } from "./sca-style"

/** `GET /sca.css`. */
export function sendStyle(response: ServerResponse): void {
  const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "max-age=600" }
  send(response, { status: 200, text: SCA_STYLE, headers })
}

/** Handles `/sca/{session}` for browsers and `/sca/{session}/auto` for scripts. */
export async function handleSca(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const [, , sessionId = "", auto] = (request.url ?? "").split(/[/?]/)
  const reply = await answer(bank, request, { sessionId, auto: auto === "auto" && request.method === "POST" })
  await bank.deliveries.early(latestEvents(bank, sessionId))
  const { method = "", url: path = "" } = request
  const verdict = reply.status < 400 ? "accepted" : "refused"
  bank.log.add(bank.clock.now(), { kind: "request", method, path, status: reply.status, verdict })
  send(response, reply)
}

// One step on the page causes at most two events: one of the payment, one of the card saved with it.
function latestEvents(bank: Bank, sessionId: string): EventRecord[] {
  const visit = bank.ledger.bySession(sessionId)
  if (!visit) return []
  const { merchant_id } = "token" in visit ? visit.token : visit.payment
  return bank.ledger.feed(merchant_id).slice(-2)
}

async function answer(
  bank: Bank,
  request: IncomingMessage,
  { sessionId, auto }: { sessionId: string; auto: boolean }
): Promise<Reply> {
  try {
    const raw = await readBody(request)
    const visit = bank.ledger.bySession(sessionId)
    if (auto) return autoComplete(bank, visit, raw, request.headers["content-type"])
    if (!visit) return messageReply(404, "Unknown page", "There is no payment at this address.")
    if (visit.session.stage === "closed") return closedReply(visit)
    if (visit.session.stage === "entry")
      return answerEntry(bank, visit, request.method === "POST" ? raw : null)
    return request.method === "POST" ? submit(bank, visit, raw) : show(bank, visit)
  } catch (error) {
    const known = asBankError(error)
    return auto ? refusal(known) : messageReply(known.status, "Something went wrong", known.message)
  }
}

function show(bank: Bank, visit: Visit): Reply {
  const { card } = visit.session
  const content = pageContentOf(bank, visit)
  return pageReply(200, card ? challengePage(content, card.facts) : cardPage(content))
}

function submit(bank: Bank, visit: Visit, raw: Buffer): Reply {
  const form = new URLSearchParams(raw.toString("utf8"))
  if (!sameText(form.get("csrf") ?? "", visit.session.csrf))
    return messageReply(
      403,
      "Page out of date",
      "This form did not come from the bank's page. Open the page again."
    )
  const action = form.get("action")
  if (action === "cancel" || action === "timeout") return afterStep(leave(bank, visit, action))
  return visit.session.card ? submitChallenge(bank, visit, form) : submitCardForm(bank, visit, form)
}

function submitCardForm(bank: Bank, visit: Visit, form: URLSearchParams): Reply {
  const fields = {
    number: form.get("number") ?? "",
    expiry: form.get("expiry") ?? "",
    cvv: form.get("cvv") ?? "",
  }
  const read = readCard(fields)
  if ("mistakes" in read)
    return pageReply(422, cardPage(pageContentOf(bank, visit), read.mistakes, fields.expiry))
  return afterStep(submitCard(bank, visit, read.card))
}

function submitChallenge(bank: Bank, visit: Visit, form: URLSearchParams): Reply {
  const { card } = visit.session
  if (!card) throw new BankError("invalid_request", "No card was entered on this page yet.")
  if (form.get("action") === "decline") return afterStep(finishChallenge(bank, visit, card, "decline"))
  if (form.get("code")?.trim() === CHALLENGE_CODE)
    return afterStep(finishChallenge(bank, visit, card, "approve"))
  const counted = countWrongCode(bank, visit, card)
  if (counted.session.stage === "closed") return afterStep(counted)
  return pageReply(422, challengePage(pageContentOf(bank, counted), card.facts, triesLeft(counted)))
}

function afterStep(visit: Visit): Reply {
  const { stage, id } = visit.session
  return pageReply(303, "", { Location: stage === "closed" ? returnUrl(visit) : `/sca/${id}` })
}

const CLOSED: Record<string, [title: string, message: string]> = {
  expired: ["Time is up", "This was not finished in time. Nothing was charged."],
  canceled: ["Already used", "This payment was canceled. Nothing was charged."],
}

function closedReply(visit: Visit): Reply {
  const used = ["Already used", "This payment page was used before and works only once."] as const
  const [title, message] = CLOSED[statusOf(visit)] ?? used
  return messageReply(410, title, message, returnUrl(visit))
}
