import { problemPage } from "../customer-pages/problem-page"
import { HTTP_STATUS } from "../http-status"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"

/**
 * The addresses the bank and the shopper's browser use. No gates: a payment must settle whatever is switched off,
 * and what comes in proves itself by its signature.
 */
export const bank: Surface = {
  name: "bank",
  gates: [],
  read: (call, operation) => ({ operation, input: { ...Object.fromEntries(call.query), ...call.params } }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: ({ code, message, data }) => json({ error: { code, message, ...data } }, HTTP_STATUS[code]),
}

/** The same where a shopper's browser comes: a refusal is a page. */
export const bankPages: Surface = {
  ...bank,
  fail: (problem, _asked, call) => problemPage(problem, call),
}
