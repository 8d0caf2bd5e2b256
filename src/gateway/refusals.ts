import { type ErrorCode, problem, problemIn } from "../domain/errors"
import { allows, type Scope } from "../domain/scopes"
import { BY_RULES } from "../workflows/payment/make-payment"
import { policyOf } from "./admission"
import { type Call, callerOf } from "./call"

/** Runs an access check. The audit log counts its refusals by client and reason. */
export async function audited(
  client_id: string | null,
  call: Call,
  check: () => void | Promise<void>
): Promise<void> {
  try {
    await check()
  } catch (thrown) {
    const refusal = problemIn(thrown)
    if (refusal) await policyOf(call).audit.refused(client_id, refusal.code, call.request_id)
    throw thrown
  }
}

/** Throws `scope_denied` unless the token has exactly this scope. */
export function checkScope(scope: Scope, call: Call): void {
  if (!allows(callerOf(call).scopes, scope)) throw problem("scope_denied", { required_scope: scope })
}

/** The same for a scope that depends on the request's content, so that it is known only after the gates. Audited. */
export function requireScope(scope: Scope, call: Call): Promise<void> {
  return audited(callerOf(call).client_id, call, () => checkScope(scope, call))
}

const COUNTED: readonly ErrorCode[] = [...BY_RULES, "refunds_disabled"]

/**
 * Counts a refusal by the merchant's rules for payments and refunds, or by the customer's mandate, in the audit log.
 * Ignores other errors.
 */
export async function noteRefusal(thrown: unknown, call: Call): Promise<void> {
  const code = problemIn(thrown)?.code
  const { client_id } = callerOf(call)
  if (code && COUNTED.includes(code)) await policyOf(call).audit.refused(client_id, code, call.request_id)
}
