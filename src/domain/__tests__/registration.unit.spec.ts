import { describe, expect, it } from "vitest"
import { registrationBarriers } from "../registration"

const OPEN = { registration: "open", registration_requires_pushed: false, approval_required: false } as const

describe("what keeps new assistants from connecting by themselves [ADM-40]", () => {
  it.each([
    [[], {}],
    [["pushed_only"], { registration_requires_pushed: true }],
    [["approval"], { approval_required: true }],
    [["pushed_only", "approval"], { registration_requires_pushed: true, approval_required: true }],
    [["initial_access_token"], { registration: "initial_access_token" as const }],
    [
      ["initial_access_token", "approval"],
      { registration: "initial_access_token" as const, approval_required: true },
    ],
    [["closed"], { registration: "closed" as const, approval_required: true }],
  ])("is %j with the rules %j", (barriers, rules) => {
    expect(registrationBarriers({ ...OPEN, ...rules })).toEqual(barriers)
  })
})
