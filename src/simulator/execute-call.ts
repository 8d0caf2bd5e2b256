import { failAfter, failBefore, responseFaultOf, triggeredFault, type ResponseFault } from "./api-fault"
import type { Route } from "./gwb-routes"
import type { Outcome } from "./idempotency"
import type { Call } from "./operations/call"
import type { Fact } from "./records"
import { json, type Reply } from "./reply"

/** The idempotency scope and body of a call. A POST is executed once per scope. */
export interface Order {
  /** Merchant, method, path and, for a POST, the idempotency key. */
  scope: string
  digest: string
  body: unknown
}

/**
 * Executes a verified call under its faults; sets in `responseFault` how the response is sent. Throws a BankError when the
 * call is refused or fails.
 */
export async function executeCall(
  call: Call,
  route: Route,
  order: Order,
  responseFault: ResponseFault
): Promise<Reply> {
  const { fault } = call
  if (fault) Object.assign(responseFault, responseFaultOf(fault))
  if (route.method === "POST") return executeOnce(call, route, order, responseFault)
  if (fault) await failBefore(fault)
  const reply = route.method === "GET" ? json(200, route.read(call)) : await executeDelete(call, route)
  return fault ? failAfter(reply, fault) : reply
}

async function executeOnce(
  call: Call,
  route: Extract<Route, { method: "POST" }>,
  { scope, digest, body }: Order,
  responseFault: ResponseFault
): Promise<Reply> {
  const { fault } = call
  const triggered = fault ? null : triggeredFault(body)
  const activeFault = fault ?? triggered
  let facts: Fact[] | null = null
  const execute = (): Outcome => {
    const outcome = route.write(call, body)
    facts = outcome.facts
    return outcome
  }
  const prepare = async () => void (activeFault && (await failBefore(activeFault)))
  const reply = await call.bank.idempotency.run(scope, digest, execute, prepare)
  await sendEarly(call, facts)
  if (fault && !facts) await failBefore(fault)
  // A triggered fault applies only to the execution. A repeated call gets the response it missed.
  if (!fault && triggered && !facts) return reply
  if (triggered) Object.assign(responseFault, responseFaultOf(triggered))
  return activeFault ? failAfter(reply, activeFault) : reply
}

async function executeDelete(call: Call, route: Extract<Route, { method: "DELETE" }>): Promise<Reply> {
  const { status, body, facts } = route.remove(call)
  call.bank.ledger.commit(facts)
  await sendEarly(call, facts)
  return json(status, body)
}

async function sendEarly({ bank }: Call, facts: Fact[] | null): Promise<void> {
  await bank.deliveries.early((facts ?? []).flatMap((fact) => (fact.kind === "event" ? [fact.record] : [])))
}
