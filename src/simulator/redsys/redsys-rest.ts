import type { Bank } from "../bank"
import type { Operation } from "../merchant-operations"
import { json, parseJson, type Reply } from "../reply"
import { readRequest, type RedsysRequest, writeMessage } from "./redsys-message"
import { executeOperation } from "./redsys-operations"
import { resultParameters } from "./redsys-parameters"
import { SisError } from "./sis-error"
import { type Ending, unavailable, underFault } from "./under-fault"

/** How the response to an operation of this amount (minor units) fails; each ending is tested by one amount. */
const FAILURES: Record<number, "hang" | "error_after" | "error_before"> = {
  67: "hang",
  68: "error_after",
  69: "error_before",
}

/** The names of the transaction types in faults. */
const OPERATIONS: Record<string, Operation> = {
  "0": "charge",
  "2": "capture",
  "3": "refund",
  "9": "void",
  "44": "token",
}

/** How a call of the REST interface ends. A request with a wrong signature is rejected before any fault applies. */
export async function answerRedsysRest(bank: Bank, raw: Buffer): Promise<Ending> {
  const given = Object(parseJson(raw)) as Record<string, unknown>
  const request = orRejection(() => readRequest(given, bank.redsys.merchants))
  if ("status" in request) return request
  const operation = OPERATIONS[request.text("DS_MERCHANT_TRANSACTIONTYPE")]
  const execute = () => orRejection(() => answer(bank, request))
  return operation ? underFault(bank, request.merchant, operation, execute) : execute()
}

function answer(bank: Bank, request: RedsysRequest): Ending {
  const failure = FAILURES[Number(request.text("DS_MERCHANT_AMOUNT")) % 100]
  if (failure === "error_before") return unavailable(500)
  const { order, operation } = executeOperation(bank.redsys.orders, request, bank.clock.now())
  if (failure === "error_after") return unavailable(500)
  return failure ?? json(200, writeMessage(order.merchant, resultParameters(order, operation)))
}

/** The response with the error code if Redsys rejects the request. */
function orRejection<Result>(run: () => Result): Result | Reply {
  try {
    return run()
  } catch (error) {
    if (error instanceof SisError) return json(200, { errorCode: error.code })
    throw error
  }
}
