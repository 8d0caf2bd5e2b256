import type { Check } from "./check"
import { type Finding, problem, warning } from "./check-result"
import { NotChecked, type Patient } from "./check-context"

/** A finding, with the name of its check. */
export type Diagnosis = Finding & { readonly check: string }

/** Runs checks in parallel and returns their findings in the order of the checks. Never throws. */
export async function examine(patient: Patient, checks: readonly Check[]): Promise<Diagnosis[]> {
  const found = await Promise.all(checks.map((check) => findingsOf(check, patient)))
  return found.flatMap((findings, index) =>
    findings.map((finding) => ({ check: checks[index]?.name ?? "", ...finding }))
  )
}

async function findingsOf(check: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    return await check.run(patient)
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
