import type { TestStepNote } from "../../modules/policy/models/test-run"

/** The reason why a step did not pass. */
export class StepNotPassed extends Error {
  constructor(
    readonly state: "failed" | "skipped",
    readonly note: TestStepNote
  ) {
    super(note.message)
  }
}

/** A failed step, with the reason for the merchant. */
export const failed = (
  code: string,
  message: string,
  more: Pick<TestStepNote, "data" | "advice"> = {}
): StepNotPassed => new StepNotPassed("failed", { code, message, ...more })

/** A skipped step, with the reason for the merchant. */
export const skipped = (code: string, message: string): StepNotPassed =>
  new StepNotPassed("skipped", { code, message })

/** The failure of a step whose surface is disabled, or while all agents are stopped. */
export const surfaceOff = (surface: "A2A" | "UCP"): StepNotPassed =>
  failed("surface_off", `The ${surface} surface is disabled, or all agents are stopped.`, {
    data: { surface },
    advice: `Enable ${surface} in the settings, admit agents, and test again.`,
  })
