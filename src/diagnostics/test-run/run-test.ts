import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TestRun, TestStep, TestStepId, TestStepNote } from "../../modules/policy/models/test-run"
import { cleanUpTest } from "../../workflows/test-run/clean-up"
import { policyOf } from "../../gateway/admission"
import { StepNotPassed } from "./outcome"
import type { TestRunContext } from "./test-run-context"
import { approve } from "./steps/approval"
import { openAccess } from "./steps/credential"
import { discover } from "./steps/discovery"
import { requestPaymentApproval } from "./steps/payment"
import { refund } from "./steps/refund"
import { ping } from "./steps/webhook"

/** Shorter than the time after which a run counts as interrupted, so that the run itself cleans up. */
const MAX_DURATION_MS = 240_000

interface Step {
  /** The steps that must have passed before. */
  readonly after: readonly TestStepId[]
  run(context: TestRunContext): Promise<TestStepNote>
}

const STEPS: Readonly<Record<TestStepId, Step>> = {
  discovery: { after: [], run: discover },
  credential: { after: ["discovery"], run: openAccess },
  payment: { after: ["credential"], run: requestPaymentApproval },
  approval: { after: ["payment"], run: approve },
  refund: { after: ["approval"], run: refund },
  webhook: { after: ["credential"], run: ping },
  cleanup: {
    after: [],
    async run({ container, run }) {
      await cleanUpTest(container, run.started_by)
      return { code: "clean", message: "The access of the test has ended, and its data is cleaned up." }
    },
  },
}

/** Runs the steps of a test, and cleans up after it in any case. Never throws. */
export async function runTest(container: MedusaContainer, run: TestRun): Promise<void> {
  const steps = new Map(run.steps.map((step) => [step.id, step]))
  const context = contextOf(container, run, steps)
  try {
    for (const { id } of run.steps) {
      await note(run, steps, { id, state: "running", ms: null }, container)
      await note(run, steps, await outcomeOf(id, steps, context), container)
    }
    // A step is skipped because an earlier one failed, or because it does not apply to this store.
    const hasFailed = [...steps.values()].some(({ state }) => state === "failed")
    await policyOf({ container }).testRuns.note(run.id, [...steps.values()], hasFailed ? "failed" : "passed")
  } catch (error) {
    const { message } = error as Error
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`test run ${run.id}: ${message}`)
  }
}

function contextOf(
  container: MedusaContainer,
  run: TestRun,
  steps: Map<TestStepId, TestStep>
): TestRunContext {
  return {
    container,
    run,
    signal: AbortSignal.timeout(MAX_DURATION_MS),
    tokens: undefined,
    payment: undefined,
    async report(change) {
      const running = [...steps.values()].find(({ state }) => state === "running")
      if (running) await note(run, steps, { ...running, ...change }, container)
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
  const isStored = await policyOf({ container }).testRuns.note(id, [...steps.values()])
  if (!isStored) throw new Error("the run has taken too long and was ended")
}

async function outcomeOf(
  id: TestStepId,
  steps: ReadonlyMap<TestStepId, TestStep>,
  context: TestRunContext
): Promise<TestStep> {
  const { after, run } = STEPS[id]
  const missing = after.find((earlier) => steps.get(earlier)?.state !== "passed")
  if (missing) return { id, state: "skipped", ms: null, ...notReached(missing) }
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    return { id, state: "passed", ...(await run(context)), ms: elapsed() }
  } catch (error) {
    if (error instanceof StepNotPassed) return { id, state: error.state, ...error.note, ms: elapsed() }
    const why = (error as Error).message
    return { id, state: "failed", ms: elapsed(), code: "broken", message: why, data: { why } }
  }
}

const notReached = (step: TestStepId): TestStepNote => ({
  code: "not_reached",
  message: `Not run, because the step ${step} has not passed.`,
  data: { step },
})
