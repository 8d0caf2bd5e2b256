import type { Finding } from "./finding"
import type { Patient } from "./patient"

/** One thing that is looked at. May throw: then it is told as a problem that it could not be. */
export interface Check {
  /** What it is about, in one or two words. */
  readonly name: string
  run(patient: Patient): Promise<readonly Finding[]> | readonly Finding[]
}
