import type { Finding } from "./check-result"
import type { Patient } from "./check-context"

/** A diagnostic check. An error that `run` throws is reported as a problem. */
export interface Check {
  /** The subject, in one or two words. */
  readonly name: string
  run(patient: Patient): Promise<readonly Finding[]> | readonly Finding[]
}
