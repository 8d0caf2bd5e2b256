import type { Text } from "../../i18n/use-text"

/** The text of a reason, if there is one. */
export function reasonIn(key: string, t: Text): string | undefined {
  const text = t.of("reasons", key)
  return text === key ? undefined : text
}

interface Failure {
  readonly code: string
  readonly message?: string
}

/** Why something failed; a code of the bank's that is not known here in the words that came with it. */
export const failureIn = ({ code, message }: Failure, t: Text): string =>
  reasonIn(`failure_${code}`, t) ?? (message ? `${message} (${code})` : code)

/** Why a bank's message was not believed. */
export const signatureIn = (code: string, t: Text): string => reasonIn(`signature_${code}`, t) ?? code

/** Why a cardholder disputes a payment. */
export const disputeIn = (code: string, t: Text): string => reasonIn(`dispute_${code}`, t) ?? code

/** How a dispute stands. */
export const disputeStatusIn = (code: string, t: Text): string =>
  reasonIn(`dispute_status_${code}`, t) ?? code
