import type { Text } from "../../i18n/use-text"

/** The text of a reason, if it has one. */
export function reasonIn(key: string, t: Text): string | undefined {
  const text = t.of("reasons", key)
  return text === key ? undefined : text
}

interface Failure {
  readonly code: string
  readonly message?: string
}

/** The text for a failure. An unknown code of the bank is shown with the bank's own message. */
export const failureIn = ({ code, message }: Failure, t: Text): string =>
  reasonIn(`failure_${code}`, t) ?? (message ? `${message} (${code})` : code)

/** The text for a bank notification with an invalid signature. */
export const signatureIn = (code: string, t: Text): string => reasonIn(`signature_${code}`, t) ?? code

/** The text for the reason of a dispute. */
export const disputeIn = (code: string, t: Text): string => reasonIn(`dispute_${code}`, t) ?? code

/** The text for the status of a dispute. */
export const disputeStatusIn = (code: string, t: Text): string =>
  reasonIn(`dispute_status_${code}`, t) ?? code
