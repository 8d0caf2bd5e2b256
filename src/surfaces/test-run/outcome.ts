import type { TestStepNote } from "../../modules/policy/models/test-run"

/** Why a step has not passed. */
export class Unpassed extends Error {
  constructor(
    readonly state: "failed" | "skipped",
    readonly note: TestStepNote
  ) {
    super(note.message)
  }
}

export const failed = (
  code: string,
  message: string,
  more: Pick<TestStepNote, "data" | "advice"> = {}
): Unpassed => new Unpassed("failed", { code, message, ...more })

export const skipped = (code: string, message: string): Unpassed => new Unpassed("skipped", { code, message })

/** A surface that is off, or all agents stopped: nothing can be tried there. */
export const surfaceOff = (surface: "A2A" | "UCP"): Unpassed =>
  failed("surface_off", `The ${surface} surface is off, or all agents are stopped.`, {
    data: { surface },
    advice: `Switch ${surface} on in the settings, let agents in, and test again.`,
  })
