/** The error codes of this mode and their meaning. */
export const SIS_ERRORS = {
  SIS0014: "The order number has a wrong format.",
  SIS0019: "The amount has a wrong format.",
  SIS0022: "The transaction type is unknown, or not possible with this payment method.",
  SIS0026: "The merchant or the terminal does not exist.",
  SIS0027: "The currency is not that of the terminal.",
  SIS0042: "The signature is wrong.",
  SIS0051: "The order number was used before.",
  SIS0054: "There is no operation to refund.",
  SIS0056: "The operation to refund was not authorized.",
  SIS0057: "The refund exceeds the captured amount.",
  SIS0059: "There is no operation to capture.",
  SIS0060: "The authorization was captured before.",
  SIS0061: "The operation to capture is not an open authorization.",
  SIS0062: "The capture exceeds the authorized amount.",
  SIS0222: "The authorization was voided before.",
  SIS0225: "There is no operation to void.",
  SIS0321: "The saved card does not exist.",
  SIS0430: "The parameters cannot be decoded.",
} as const

/** An error code of Redsys. */
export type SisCode = keyof typeof SIS_ERRORS

/** Redsys did not execute a request, and answers with the code alone, unsigned. */
export class SisError extends Error {
  constructor(readonly code: SisCode) {
    super(SIS_ERRORS[code])
  }
}
