import type { Check } from "./check"
import { type CheckResult, problem, warning } from "./check-result"
import { NotChecked, type CheckContext } from "./check-context"

/** A result, with the name of its check. */
export type NamedResult = CheckResult & { readonly check: string }

/** Runs checks in parallel and returns their results in the order of the checks. Never throws. */
export async function runChecks(context: CheckContext, checks: readonly Check[]): Promise<NamedResult[]> {
  const resultsByCheck = await Promise.all(checks.map((check) => resultsOf(check, context)))
  return resultsByCheck.flatMap((results, index) =>
    results.map((result) => ({ check: checks[index]?.name ?? "", ...result }))
  )
}

async function resultsOf(check: Check, context: CheckContext): Promise<readonly CheckResult[]> {
  try {
    return await check.run(context)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof NotChecked)
      return [
        warning(`not checked: ${message}`, "Correct that fault first, and run the checks again.", {
          code: "not_checked",
          data: { why: message },
        }),
      ]
    return [
      problem(`could not be checked: ${message}`, "See whether another check names the cause.", {
        code: "broken",
        data: { why: message },
      }),
    ]
  }
}
