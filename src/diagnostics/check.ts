import type { CheckResult } from "./check-result"
import type { CheckContext } from "./check-context"

/** A diagnostic check. An error that `run` throws is reported as a problem. */
export interface Check {
  /** The subject, in one or two words. */
  readonly name: string
  run(context: CheckContext): Promise<readonly CheckResult[]> | readonly CheckResult[]
}
