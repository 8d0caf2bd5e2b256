import type { Check } from "./check"
import { type CheckResult, problem, warning } from "./check-result"
import { NotChecked, type CheckContext } from "./check-context"

/** A finding, with the name of its check. */
export type Diagnosis = CheckResult & { readonly check: string }

/** Runs checks in parallel and returns their findings in the order of the checks. Never throws. */
export async function runChecks(context: CheckContext, checks: readonly Check[]): Promise<Diagnosis[]> {
  const found = await Promise.all(checks.map((check) => findingsOf(check, context)))
  return found.flatMap((findings, index) =>
    findings.map((finding) => ({ check: checks[index]?.name ?? "", ...finding }))
  )
}

async function findingsOf(check: Check, context: CheckContext): Promise<readonly CheckResult[]> {
  try {
    return await check.run(context)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof NotChecked)
      return [
        warning(`not checked: ${message}`, "Solve that first, and ask again.", {
          code: "not_checked",
          data: { why: message },
        }),
      ]
    return [
      problem(`could not be checked: ${message}`, "See whether another check tells the cause.", {
        code: "broken",
        data: { why: message },
      }),
    ]
  }
}
