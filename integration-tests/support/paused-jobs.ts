import { JobLoader } from "@medusajs/framework/jobs"
import { isAnyFrozen } from "../../src/failpoints"

interface Job {
  readonly handler: (...args: unknown[]) => unknown
}

/**
 * Lets the scheduled jobs of this process do nothing as soon as a failpoint has frozen a flow. So nothing goes on with the
 * flow before the process is killed, and a kill later leaves the same rows as a kill at the failpoint.
 */
export function pauseJobsBesideFrozenFlows(): void {
  const loader = JobLoader.prototype as unknown as { register(job: Job): void }
  const { register } = loader
  loader.register = function (job) {
    const handler = (...args: unknown[]) => (isAnyFrozen() ? undefined : job.handler(...args))
    return register.call(this, { ...job, handler })
  }
}
