import type { IncomingMessage, ServerResponse } from "node:http"
import type { Bank } from "./bank"
import { asBankError, BankError } from "./errors"
import { findRoute } from "./gwb-routes"
import { json, parseJson, readBody, refusal, send, type Reply } from "./reply"
import { bodyDigest } from "./sign-message"
import { claimedSender, verifyRequest, type Caller } from "./verify-request"

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** `GET /gwb/v1/jwks.json`: the bank's public key, the only unsigned answer. */
export function sendKeys(bank: Bank, response: ServerResponse): void {
  send(response, json(200, { keys: [bank.signer.key.publicJwk] }, { "Cache-Control": "max-age=600" }))
}

/** Answers everything under `/gwb/v1`: verifies first, parses second, and signs whatever the answer is. */
export async function handleGwb(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const sender = claimedSender(header(request, "gw-signature"))
  const { reply, verdict } = await answer(bank, request).then(
    (reply) => ({ reply, verdict: "accepted" }),
    (thrown: unknown) => {
      const error = asBankError(thrown)
      return { reply: refusal(error), verdict: error.code }
    }
  )
  const { method = "", url: path = "" } = request
  const { iss: merchant_id, jti } = sender
  bank.log.add(bank.clock.now(), {
    kind: "request",
    method,
    path,
    status: reply.status,
    verdict,
    merchant_id,
    jti,
  })
  await sendSigned(bank, response, reply, sender)
}

async function answer(bank: Bank, request: IncomingMessage): Promise<Reply> {
  const rawBody = await readBody(request)
  const { method = "", url = "" } = request
  const idempotencyKey = header(request, "idempotency-key")
  const token = header(request, "gw-signature")
  const signed = { token, method, url: bank.publicUrl + url, idempotencyKey, rawBody }
  const caller = await verifyRequest(signed, {
    issuer: bank.signer.issuer,
    clock: bank.clock,
    merchants: bank.merchants,
    remember: (iss, jti, until) => bank.ledger.remember(iss, jti, until, bank.clock.seconds()),
  })
  return dispatch(bank, request, rawBody, caller)
}

async function dispatch(
  bank: Bank,
  request: IncomingMessage,
  raw: Buffer,
  { merchant }: Caller
): Promise<Reply> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", bank.publicUrl)
  const found = findRoute(request.method ?? "", pathname)
  if (!found) throw new BankError("not_found", "The bank has no such endpoint.")
  const { route, id } = found
  const call = { bank, merchant, id, query }
  if (route.method === "GET") return json(200, route.read(call))
  const key = checkPost(request)
  const scope = [merchant.merchant_id, route.method, pathname, key].join(" ")
  return bank.idempotency.run(scope, bodyDigest(raw), () => route.write(call, parseJson(raw)))
}

function checkPost(request: IncomingMessage): string {
  const key = header(request, "idempotency-key") ?? ""
  if (!UUID_V4.test(key)) throw badHeader("Idempotency-Key", "must be a UUID (version 4)")
  if (!/^application\/json\b/i.test(header(request, "content-type") ?? ""))
    throw badHeader("Content-Type", "must be application/json")
  if (header(request, "content-encoding"))
    throw badHeader("Content-Encoding", "is not allowed on signed bodies")
  return key
}

function badHeader(field: string, complaint: string): BankError {
  return new BankError("invalid_request", `${field} ${complaint}.`, { field })
}

async function sendSigned(
  bank: Bank,
  response: ServerResponse,
  reply: Reply,
  sender: { iss?: string; jti?: string }
): Promise<void> {
  const claims = { sts: reply.status, ...(sender.jti === undefined ? {} : { rjt: sender.jti }) }
  const message = { typ: "gwb-response+jwt", audience: sender.iss, body: reply.text, claims } as const
  const { token } = await bank.signer.sign(message)
  send(response, {
    ...reply,
    headers: { ...reply.headers, "Gw-Signature": token, "Cache-Control": "no-store" },
  })
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}
