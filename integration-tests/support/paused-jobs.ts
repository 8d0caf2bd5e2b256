import { JobLoader } from "@medusajs/framework/jobs"
import { isAnyFrozen } from "../../src/lib/failpoints"

interface Job {
  readonly handler: (...args: unknown[]) => unknown
}

/**
 * Makes this process's scheduled jobs do nothing once a failpoint has frozen a call. Thus nothing continues the
 * call's work before the process is killed, and a later kill leaves the same rows as a kill at the failpoint.
 */
export function pauseJobsBesideFrozenFlows(): void {
  const loader = JobLoader.prototype as unknown as { register(job: Job): void }
  const { register } = loader
  loader.register = function (job) {
    const handler = (...args: unknown[]) => (isAnyFrozen() ? undefined : job.handler(...args))
    return register.call(this, { ...job, handler })
  }
}
