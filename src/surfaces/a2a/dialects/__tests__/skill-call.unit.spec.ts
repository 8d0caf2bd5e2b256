import { describe, expect, it } from "vitest"
import { problemIn } from "../../../../domain/errors"
import { SKILLS } from "../../skills"
import { skillCallIn } from "../skill-call"

const CALL = { skill_id: "list_payments", input: { limit: 1 } }
const inText = (text: string) => ({ message: { parts: [{ text }] } })
const inData = (data: object) => ({ message: { parts: [{ data }] } })

/** The path and the message of the error that a message gets. */
function issueOf(params: Record<string, unknown>): { path: string; message: string } {
  try {
    skillCallIn(params)
  } catch (thrown) {
    const [issue] = problemIn(thrown)?.data.issues as { path: string; message: string }[]
    if (issue) return issue
  }
  throw new Error("the message got no error")
}

describe("a text part", () => {
  it.each(SKILLS.map(({ id, example }) => [id, example] as const))(
    "with the card's example of %s invokes that skill [OFC-08]",
    (skill_id, input) => {
      const called = skillCallIn(inText(JSON.stringify({ skill_id, input })))
      expect([called?.skill.id, called?.input]).toEqual([skill_id, input])
    }
  )

  it.each([
    ["text around its JSON", `Please: ${JSON.stringify(CALL)}`],
    ["a list", JSON.stringify([CALL])],
    ["incomplete JSON", JSON.stringify(CALL).slice(0, -1)],
    ["JSON without a skill", '{"input":{}}'],
  ])("with %s invokes no skill [OFC-08]", (_, text) => {
    expect(skillCallIn(inText(text))).toBeUndefined()
  })

  it("does not overrule a data part or the metadata [OFC-08]", () => {
    const other = JSON.stringify({ skill_id: "create_payment", input: {} })
    const parts = [{ text: other }, { data: CALL }]
    expect(skillCallIn({ message: { parts } })?.skill.id).toBe("list_payments")
    expect(skillCallIn({ message: { parts: [{ text: other }], metadata: CALL } })?.skill.id).toBe(
      "list_payments"
    )
  })

  it("with a character that the database cannot store is rejected", () => {
    const text = JSON.stringify({ ...CALL, input: { order_reference: "\0" } })
    expect(issueOf(inText(text)).path).toBe("message.parts.0.text")
  })
})

describe("a misspelled skill", () => {
  it.each([
    ["create_paymnet", "create_payment"],
    ["createPayment", "create_payment"],
    ["list_payment", "list_payments"],
  ])("%s is rejected, and the error names %s [OFC-09]", (skill_id, meant) => {
    const { path, message } = issueOf(inData({ skill_id }))
    expect(path).toBe("skill_id")
    expect(message).toContain(`(got "${skill_id}"; did you mean ${meant}?)`)
  })

  it("without a similar one is rejected without a suggestion [OFC-09]", () => {
    expect(issueOf(inData({ skill_id: "fly" })).message).toMatch(/^must be one of .* \(got "fly"\)$/)
  })

  it.each(["skillId", "skillID", "skill-id", "skil_id", "skill"])(
    "under the member %s is rejected, and the error names skill_id [OFC-09]",
    (member) => {
      const { path, message } = issueOf(inData({ [member]: "create_payment" }))
      expect([path, message]).toEqual([
        `message.parts.0.data.${member}`,
        "is not a known member; did you mean skill_id?",
      ])
    }
  )

  it.each([
    { text: "skillful" },
    { bill: "INV-1" },
    { still: "here" },
    { name: "create_payment" },
    { skill: { level: 3 } },
  ])("is not suspected in the data %j [OFC-09]", (data) => {
    expect(skillCallIn(inData(data))).toBeUndefined()
  })
})
