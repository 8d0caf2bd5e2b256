import type { IncomingMessage, ServerResponse } from "node:http"
import type { Bank } from "./bank"
import type { ResponseFault } from "./api-fault"
import { asBankError, BankError } from "./errors"
import { executeCall } from "./execute-call"
import { findRoute } from "./gwb-routes"
import { json, parseJson, readBody, refusal, send, type Reply } from "./reply"
import { bodyDigest } from "./sign-message"
import { claimedSender, verifyRequest, type Caller } from "./verify-request"

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** `GET /gwb/v1/jwks.json`: the bank's public keys, the only unsigned response. */
export function sendKeys(bank: Bank, response: ServerResponse): void {
  send(response, json(200, { keys: bank.signer.keyring.published }, { "Cache-Control": "max-age=600" }))
}

/** Handles all requests under `/gwb/v1`: verifies before parsing, and signs every response. */
export async function handleGwb(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const sender = claimedSender(header(request, "gw-signature"))
  const { reply, verdict, responseFault } = await answer(bank, request)
  const { method = "", url: path = "" } = request
  const { iss: merchant_id, jti } = sender
  const fault = Object.values(responseFault).some(Boolean) ? responseFault : undefined
  const { status } = reply
  const idempotency_key = header(request, "idempotency-key")
  bank.log.add(bank.clock.now(), {
    kind: "request",
    method,
    path,
    status,
    verdict,
    merchant_id,
    jti,
    idempotency_key,
    fault,
  })
  // With `hang`, the connection stays open until the client gives up, or the bank stops.
  if (responseFault.reset) request.socket.destroy()
  else if (!responseFault.hang) await sendSigned(bank, response, reply, { ...sender, responseFault })
}

async function answer(
  bank: Bank,
  request: IncomingMessage
): Promise<{ reply: Reply; verdict: string; responseFault: ResponseFault }> {
  const responseFault: ResponseFault = {}
  try {
    const rawBody = await readBody(request)
    const caller = await verify(bank, request, rawBody)
    return {
      reply: await dispatch(bank, request, { rawBody, caller, responseFault }),
      verdict: "accepted",
      responseFault,
    }
  } catch (thrown) {
    const error = asBankError(thrown)
    return { reply: refusal(error), verdict: error.code, responseFault }
  }
}

function verify(bank: Bank, request: IncomingMessage, rawBody: Buffer): Promise<Caller> {
  const { method = "", url = "" } = request
  const idempotencyKey = header(request, "idempotency-key")
  const token = header(request, "gw-signature")
  const signed = { token, method, url: bank.publicUrl + url, idempotencyKey, rawBody }
  return verifyRequest(signed, {
    issuer: bank.signer.issuer,
    clock: bank.clock,
    merchants: bank.merchants,
    remember: (iss, jti, until) => bank.ledger.remember(iss, jti, until, bank.clock.seconds()),
  })
}

async function dispatch(
  bank: Bank,
  request: IncomingMessage,
  { rawBody, caller, responseFault }: { rawBody: Buffer; caller: Caller; responseFault: ResponseFault }
): Promise<Reply> {
  const { merchant } = caller
  const { pathname, searchParams: query } = new URL(request.url ?? "/", bank.publicUrl)
  const { route, id } = findRoute(request.method ?? "", pathname) ?? {}
  if (!route) throw new BankError("not_found", "The bank has no such endpoint.")
  const fault = bank.faults.takeApi(merchant.merchant_id, route.operation)
  const call = { bank, merchant, id: id ?? "", query, fault }
  const post = route.method === "POST"
  const scope = [merchant.merchant_id, route.method, pathname, post ? checkPost(request) : ""].join(" ")
  const order = { scope, digest: bodyDigest(rawBody), body: post ? parseJson(rawBody) : null }
  return executeCall(call, route, order, responseFault)
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

function badHeader(field: string, fault: string): BankError {
  return new BankError("invalid_request", `${field} ${fault}.`, { field })
}

async function sendSigned(
  bank: Bank,
  response: ServerResponse,
  reply: Reply,
  { iss, jti, responseFault }: { iss?: string; jti?: string; responseFault: ResponseFault }
): Promise<void> {
  const claims = { sts: reply.status, ...(jti === undefined ? {} : { rjt: responseFault.rjt ?? jti }) }
  const message = { typ: "gwb-response+jwt", audience: iss, body: reply.text, claims } as const
  const { token } = await bank.signer.sign(message)
  const signature: Record<string, string> = responseFault.unsigned ? {} : { "Gw-Signature": token }
  send(response, { ...reply, headers: { ...reply.headers, ...signature, "Cache-Control": "no-store" } })
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}
