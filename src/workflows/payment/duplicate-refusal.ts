import { type Problem, problem } from "../../domain/errors"

/**
 * The refusal of a payment that repeats another one, for a protocol without checkouts: the message and the data say which
 * member of the input confirms the repetition. Returns any other problem as it is.
 */
export function withConfirmation(refusal: Problem): Problem {
  const { code, data, message } = refusal
  if (code !== "duplicate_purchase") return refusal
  const confirm_duplicate_of = String(data.payment_id)
  const next = `If the customer wants to pay again, send the same input with confirm_duplicate_of set to ${confirm_duplicate_of}.`
  return problem(code, { ...data, confirm_duplicate_of }, `${message} ${next}`)
}
