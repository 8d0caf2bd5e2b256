import { describe, expect, it } from "vitest"
import { TASK_STATES, isTerminal, pathTo } from "../task"

describe("task states", () => {
  it("pass submitted, working, input-required and then one terminal state, in this order [TASK-02, TASK-03, TASK-11]", () => {
    expect(pathTo("submitted", "completed", ["working", "input-required"])).toEqual([
      "working",
      "input-required",
      "completed",
    ])
    expect(pathTo("working", "input-required")).toEqual(["input-required"])
  })

  it("go from working to the end for a task that needs no customer [TASK-09]", () => {
    expect(pathTo("submitted", "completed")).toEqual(["working", "completed"])
  })

  it("allow canceling a task directly from every state that is not terminal", () => {
    for (const state of ["submitted", "working", "input-required"] as const)
      expect(pathTo(state, "canceled", ["working", "input-required"])).toEqual(["canceled"])
  })

  it("do not change after completed, failed or canceled [TASK-05]", () => {
    for (const from of TASK_STATES.filter(isTerminal))
      for (const to of TASK_STATES) expect(pathTo(from, to)).toEqual([])
  })

  it("never go back [TASK-03]", () => {
    expect(pathTo("input-required", "working")).toEqual([])
    expect(pathTo("working", "submitted")).toEqual([])
  })
})
