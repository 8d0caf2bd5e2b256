import type { Bank } from "../bank"
import { json, parseJson, type Reply } from "../reply"
import { readRequest, writeMessage } from "./redsys-message"
import { executeOperation } from "./redsys-operations"
import { resultParameters } from "./redsys-parameters"
import { SisError } from "./sis-error"

/** How the response to an operation of this amount (minor units) fails; each ending is tested by one amount. */
const FAILURES: Record<number, "hang" | "error_after" | "error_before"> = {
  67: "hang",
  68: "error_after",
  69: "error_before",
}

/** The response of the REST interface. Null if it never arrives: the request was executed, and the connection hangs. */
export function answerRedsysRest(bank: Bank, raw: Buffer): Reply | null {
  try {
    const given = parseJson(raw)
    const request = readRequest(Object(given) as Record<string, unknown>, bank.redsys.merchants)
    const failure = FAILURES[Number(request.text("DS_MERCHANT_AMOUNT")) % 100]
    if (failure === "error_before") return unavailable()
    const { order, operation } = executeOperation(bank.redsys.orders, request, bank.clock.now())
    if (failure === "error_after") return unavailable()
    return failure ? null : json(200, writeMessage(order.merchant, resultParameters(order, operation)))
  } catch (error) {
    if (error instanceof SisError) return json(200, { errorCode: error.code })
    throw error
  }
}

const unavailable = (): Reply => ({
  status: 500,
  text: "Internal Server Error",
  headers: { "Content-Type": "text/plain" },
})
