import type { IncomingMessage, ServerResponse } from "node:http"
import type { Bank } from "../bank"
import { asBankError, BankError } from "../errors"
import { readBody, refusal, send } from "../reply"
import { answerRedsysPage, openRedsysPage } from "./redsys-page"
import { answerRedsysQuery } from "./redsys-query"
import { answerRedsysRest } from "./redsys-rest"
import type { Ending } from "./under-fault"

/** Handles all requests of the Redsys mode: the payment page, the REST interface and the query. */
export async function handleRedsys(
  bank: Bank,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const ending = await answer(bank, request)
  const { method = "", url: path = "" } = request
  const status = typeof ending === "string" ? 0 : ending.status
  const verdict = status > 0 && status < 400 ? "accepted" : "refused"
  bank.log.add(bank.clock.now(), { kind: "request", method, path, status, verdict })
  if (ending === "reset") request.socket.destroy()
  // With "hang", the connection stays open until the client gives up, or the bank stops.
  if (typeof ending !== "string") send(response, ending)
}

async function answer(bank: Bank, request: IncomingMessage): Promise<Ending> {
  try {
    const raw = await readBody(request)
    return await dispatch(bank, `${request.method} ${(request.url ?? "").split("?")[0]}`, raw)
  } catch (error) {
    return refusal(asBankError(error))
  }
}

function dispatch(bank: Bank, call: string, raw: Buffer): Ending | Promise<Ending> {
  if (call === "POST /sis/realizarPago") return openRedsysPage(bank, raw)
  if (call === "POST /sis/rest/trataPeticionREST") return answerRedsysRest(bank, raw)
  if (call === "POST /apl02/services/SerClsWSConsulta") return answerRedsysQuery(bank, raw)
  const [, method, page] = /^(GET|POST) \/sis\/pago\/([0-9a-f]+)$/.exec(call) ?? []
  if (page) return answerRedsysPage(bank, page, method === "POST" ? raw : null)
  throw new BankError("not_found", "There is nothing here.")
}
