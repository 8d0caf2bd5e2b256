import type { IncomingMessage, ServerResponse } from "node:http"
import type { Bank } from "./bank"
import { asBankError, BankError } from "./errors"
import { integer, object, required, text } from "./fields"
import { json, parseJson, readBody, refusal, send } from "./reply"

type Knob = (bank: Bank, input: { body: unknown; query: URLSearchParams }) => object | Promise<object>

const readClock = object({ offset_s: required(integer(-3_000_000_000, 3_000_000_000)) })
const readReplay = object({ event_id: required(text(100)) })

const KNOBS: Record<string, Knob> = {
  "GET /_sim/log": (bank, { query }) => ({ data: bank.log.since(Number(query.get("since") ?? 0) || 0) }),
  "GET /_sim/payments": (bank) => ({
    data: [...bank.ledger.payments.values()].map(({ payment }) => payment),
  }),
  "POST /_sim/flush": async (bank) => ({ data: await bank.deliveries.flush() }),
  "POST /_sim/clock": setClock,
  "POST /_sim/replay": replay,
  "POST /_sim/reset": reset,
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Answers the control port: knobs for tests, JSON in and out, no signature. It listens on loopback only. */
export async function handleControl(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  try {
    send(response, json(200, await turn(bank, request)))
  } catch (error) {
    send(response, refusal(asBankError(error)))
  }
}

async function turn(bank: Bank, request: IncomingMessage): Promise<object> {
  // A web page the developer has open must not be able to reach the knobs, by a foreign name either.
  if (request.headers.origin || !LOOPBACK.test(request.headers.host ?? ""))
    throw new BankError("invalid_request", "The control port is for programs on this machine.", {
      status: 403,
    })
  const raw = await readBody(request)
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://control")
  const knob = KNOBS[`${request.method} ${pathname}`]
  if (!knob) throw new BankError("not_found", "The control port has no such knob.")
  return knob(bank, { body: raw.length ? parseJson(raw) : {}, query })
}

function setClock(bank: Bank, { body }: { body: unknown }): object {
  bank.clock.offsetSeconds = readClock(body, "").offset_s
  bank.agenda.tick()
  return { offset_s: bank.clock.offsetSeconds, now: bank.clock.now().toISOString() }
}

async function replay(bank: Bank, { body }: { body: unknown }): Promise<object> {
  const record = bank.ledger.events.get(readReplay(body, "").event_id)
  if (!record) throw new BankError("not_found", "There is no such event.")
  return { data: await bank.deliveries.replay(record) }
}

function reset(bank: Bank): object {
  bank.reset()
  return { reset: true }
}
