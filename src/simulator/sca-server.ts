import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { autoComplete } from "./sca-auto"
import type { Bank } from "./bank"
import { readCard } from "./card-form"
import { asBankError, BankError } from "./errors"
import type { PaymentRecord } from "./records"
import { readBody, refusal, send, type Reply } from "./reply"
import {
  CHALLENGE_CODE,
  countWrongCode,
  finishChallenge,
  leave,
  returnUrl,
  submitCard,
  triesLeft,
} from "./sca"
import { cardPage, challengePage, messagePage, type Visit } from "./sca-page"
import { SCA_STYLE } from "./sca-style"

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

/** `GET /sca.css`. */
export function sendStyle(response: ServerResponse): void {
  const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "max-age=600" }
  send(response, { status: 200, text: SCA_STYLE, headers })
}

/** Answers `/sca/{session}` for browsers and `/sca/{session}/auto` for scripts. */
export async function handleSca(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const [, , sessionId = "", auto] = (request.url ?? "").split(/[/?]/)
  const reply = await answer(bank, request, { sessionId, auto: auto === "auto" && request.method === "POST" })
  const { method = "", url: path = "" } = request
  const verdict = reply.status < 400 ? "accepted" : "refused"
  bank.log.add(bank.clock.now(), { kind: "request", method, path, status: reply.status, verdict })
  send(response, reply)
}

async function answer(
  bank: Bank,
  request: IncomingMessage,
  { sessionId, auto }: { sessionId: string; auto: boolean }
): Promise<Reply> {
  try {
    const raw = await readBody(request)
    const record = bank.ledger.bySession(sessionId)
    if (auto) return autoComplete(bank, record, raw, request.headers["content-type"])
    if (!record) return messageReply(404, "Unknown page", "There is no payment at this address.")
    if (record.session.stage === "closed") return closedReply(record)
    return request.method === "POST" ? submit(bank, record, raw) : show(bank, record)
  } catch (error) {
    const known = asBankError(error)
    return auto ? refusal(known) : messageReply(known.status, "Something went wrong", known.message)
  }
}

function show(bank: Bank, record: PaymentRecord): Reply {
  const { card } = record.session
  return pageReply(200, card ? challengePage(visitOf(bank, record), card) : cardPage(visitOf(bank, record)))
}

function submit(bank: Bank, record: PaymentRecord, raw: Buffer): Reply {
  const form = new URLSearchParams(raw.toString("utf8"))
  if (!sameText(form.get("csrf") ?? "", record.session.csrf))
    return messageReply(
      403,
      "Page out of date",
      "This form did not come from the bank's page. Open the page again."
    )
  const action = form.get("action")
  if (action === "cancel" || action === "timeout") return afterStep(leave(bank, record, action))
  return record.session.card ? submitChallenge(bank, record, form) : submitCardForm(bank, record, form)
}

function submitCardForm(bank: Bank, record: PaymentRecord, form: URLSearchParams): Reply {
  const fields = {
    number: form.get("number") ?? "",
    expiry: form.get("expiry") ?? "",
    cvv: form.get("cvv") ?? "",
  }
  const read = readCard(fields)
  if ("mistakes" in read) return pageReply(422, cardPage(visitOf(bank, record), read.mistakes, fields.expiry))
  return afterStep(submitCard(bank, record, read.card))
}

function submitChallenge(bank: Bank, record: PaymentRecord, form: URLSearchParams): Reply {
  const { card } = record.session
  if (!card) throw new BankError("invalid_request", "This page has not seen a card yet.")
  if (form.get("action") === "decline") return afterStep(finishChallenge(bank, record, card, "decline"))
  if (form.get("code")?.trim() === CHALLENGE_CODE)
    return afterStep(finishChallenge(bank, record, card, "approve"))
  const counted = countWrongCode(bank, record, card)
  if (counted.session.stage === "closed") return afterStep(counted)
  return pageReply(422, challengePage(visitOf(bank, counted), card, triesLeft(counted)))
}

function afterStep(record: PaymentRecord): Reply {
  const { stage, id } = record.session
  return pageReply(303, "", { Location: stage === "closed" ? returnUrl(record) : `/sca/${id}` })
}

function closedReply(record: PaymentRecord): Reply {
  const [title, message] =
    record.payment.status === "expired"
      ? ["Time is up", "This payment was not finished in time. Nothing was charged."]
      : ["Already used", "This payment page was used before and works only once."]
  return messageReply(410, title, message, returnUrl(record))
}

function messageReply(status: number, title: string, message: string, backTo: string | null = null): Reply {
  return pageReply(status, messagePage(title, message, backTo))
}

function pageReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, text, headers: { ...PAGE_HEADERS, ...headers } }
}

function visitOf(bank: Bank, { payment, session }: PaymentRecord): Visit {
  const merchantName = bank.merchants.get(payment.merchant_id)?.name ?? payment.merchant_id
  return { merchantName, payment, csrf: session.csrf }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}
