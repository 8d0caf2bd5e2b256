import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TestRun, TestStep, TestStepId, TestStepNote } from "../../modules/policy/models/test-run"
import { cleanUpTest } from "../../workflows/test-run/clean-up"
import { policyOf } from "../../gateway/admission"
import { Unpassed } from "./outcome"
import type { TestRunContext } from "./rehearsal"
import { approve } from "./steps/approval"
import { letIn } from "./steps/credential"
import { discover } from "./steps/discovery"
import { requestPaymentApproval } from "./steps/payment"
import { refund } from "./steps/refund"
import { ping } from "./steps/webhook"

/** Shorter than the time after which a run counts as dead, so that it cleans up itself. */
const LONGEST_MS = 240_000

interface Step {
  /** The steps that must have passed before. */
  readonly after: readonly TestStepId[]
  run(rehearsal: TestRunContext): Promise<TestStepNote>
}

const STEPS: Readonly<Record<TestStepId, Step>> = {
  discovery: { after: [], run: discover },
  credential: { after: ["discovery"], run: letIn },
  payment: { after: ["credential"], run: requestPaymentApproval },
  approval: { after: ["payment"], run: approve },
  refund: { after: ["approval"], run: refund },
  webhook: { after: ["credential"], run: ping },
  cleanup: {
    after: [],
    async run({ container, run }) {
      await cleanUpTest(container, run.started_by)
      return { code: "clean", message: "The test's access has ended, and nothing of it is left." }
    },
  },
}

/** Runs the steps of a test, and cleans up after it in any case. Never throws. */
export async function runTest(container: MedusaContainer, run: TestRun): Promise<void> {
  const steps = new Map(run.steps.map((step) => [step.id, step]))
  const rehearsal = rehearsalOf(container, run, steps)
  try {
    for (const { id } of run.steps) {
      await note(run, steps, { id, state: "running", ms: null }, container)
      await note(run, steps, await outcomeOf(id, steps, rehearsal), container)
    }
    const isWell = [...steps.values()].every(({ state }) => state === "passed")
    await policyOf({ container }).testRuns.note(run.id, [...steps.values()], isWell ? "passed" : "failed")
  } catch (error) {
    const { message } = error as Error
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`test ${run.id} of the store: ${message}`)
  }
}

function rehearsalOf(
  container: MedusaContainer,
  run: TestRun,
  steps: Map<TestStepId, TestStep>
): TestRunContext {
  return {
    ...{ container, run, signal: AbortSignal.timeout(LONGEST_MS), tokens: undefined, payment: undefined },
    async report(told) {
      const running = [...steps.values()].find(({ state }) => state === "running")
      if (running) await note(run, steps, { ...running, ...told }, container)
    },
  }
}

async function note(
  { id }: TestRun,
  steps: Map<TestStepId, TestStep>,
  step: TestStep,
  container: MedusaContainer
): Promise<void> {
  steps.set(step.id, step)
  const isOurs = await policyOf({ container }).testRuns.note(id, [...steps.values()])
  if (!isOurs) throw new Error("it has taken too long, and was ended")
}

async function outcomeOf(
  id: TestStepId,
  steps: ReadonlyMap<TestStepId, TestStep>,
  rehearsal: TestRunContext
): Promise<TestStep> {
  const { after, run } = STEPS[id]
  const missing = after.find((earlier) => steps.get(earlier)?.state !== "passed")
  if (missing) return { id, state: "skipped", ms: null, ...notReached(missing) }
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    return { id, state: "passed", ...(await run(rehearsal)), ms: took() }
  } catch (error) {
    if (error instanceof Unpassed) return { id, state: error.state, ...error.note, ms: took() }
    const why = (error as Error).message
    return { id, state: "failed", ms: took(), code: "broken", message: why, data: { why } }
  }
}

const notReached = (step: TestStepId): TestStepNote => ({
  ...{ code: "not_reached", message: `Not tried, because ${step} has not passed.`, data: { step } },
})
