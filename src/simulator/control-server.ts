import type { IncomingMessage, ServerResponse } from "node:http"
import type { Bank } from "./bank"
import { asBankError, BankError } from "./errors"
import { CONTROL_OPERATIONS } from "./control-knobs"
import { json, parseJson, readBody, refusal, send } from "./reply"

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Handles the control port: operations for tests, JSON in and out, unsigned. It listens on loopback only. */
export async function handleControl(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  try {
    send(response, json(200, await execute(bank, request)))
  } catch (error) {
    send(response, refusal(asBankError(error)))
  }
}

async function execute(bank: Bank, request: IncomingMessage): Promise<object> {
  // A web page in the developer's browser must not reach the control port, not even by DNS rebinding.
  if (request.headers.origin || !LOOPBACK.test(request.headers.host ?? ""))
    throw new BankError("invalid_request", "The control port is for programs on this machine.", {
      status: 403,
    })
  const raw = await readBody(request)
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://control")
  const operation = CONTROL_OPERATIONS[`${request.method} ${pathname}`]
  if (!operation) throw new BankError("not_found", "The control port has no such operation.")
  return operation(bank, { body: raw.length ? parseJson(raw) : {}, query })
}
