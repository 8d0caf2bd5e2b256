import { problemPage } from "../../gateway/customer-pages/problem-page"
import { HTTP_STATUS } from "../../gateway/http-status"
import { isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"

/**
 * The endpoints that the bank and the customer's browser call. They have no gates: payments must settle even when the
 * surfaces are disabled, and notifications are authenticated by their signature.
 */
export const bank: Surface = {
  name: "bank",
  gates: [],
  read: (call, operation) => ({ operation, input: { ...Object.fromEntries(call.query), ...call.params } }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: ({ code, message, data }) => json({ error: { code, message, ...data } }, HTTP_STATUS[code]),
}

/** The same for the customer's browser: a refusal is an HTML page. */
export const bankPages: Surface = {
  ...bank,
  fail: (problem, _request, call) => problemPage(problem, call),
}
