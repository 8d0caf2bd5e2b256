import { setTimeout as sleep } from "node:timers/promises"
import type { Bank } from "../bank"
import type { ApiFault } from "../fault-input"
import type { Operation } from "../merchant-operations"
import type { Reply } from "../reply"
import type { RedsysMerchant } from "./redsys-merchants"

/** How a call ends: with a response, with an open connection without data, or with a closed connection. */
export type Ending = Reply | "hang" | "reset"

/** Answers a verified call of a merchant under the oldest fault for it. `execute` runs once or, if the fault says so, never. */
export async function underFault(
  bank: Bank,
  { merchant_code }: RedsysMerchant,
  operation: Operation,
  execute: () => Ending
): Promise<Ending> {
  const fault = bank.faults.takeApi(merchant_code, operation)
  if (!fault) return execute()
  if (fault.latency_ms) await sleep(fault.latency_ms)
  const failure = failureOf(fault)
  if (!failure) return fault.unsigned_response ? withoutSignature(execute()) : execute()
  if (fault.execute_then_fail) execute()
  return failure
}

function failureOf({ hang, reset, status, execute_then_fail }: ApiFault): Ending | undefined {
  if (hang) return "hang"
  if (reset) return "reset"
  return status !== null || execute_then_fail ? unavailable(status ?? 500) : undefined
}

/** An error page, as a proxy in front of Redsys sends it. */
export const unavailable = (status: number): Reply => ({
  status,
  text: "The bank is not available.",
  headers: { "Content-Type": "text/plain" },
})

/** An error code and the answer to a query have no signature. */
function withoutSignature(ending: Ending): Ending {
  if (typeof ending === "string") return ending
  return { ...ending, text: ending.text.replace(/,"Ds_Signature":"[^"]*"/, "") }
}
