import { expect, it } from "vitest"
import { skillInputs } from "../skill-inputs"
import { SKILLS } from "../skills"

it("the card's extension describes only the skills of the card, and is not required [OFC-07]", () => {
  const some = SKILLS.slice(0, 2)
  const { required, params } = skillInputs(some)
  expect([required, Object.keys(params.input_schemas)]).toEqual([false, some.map(({ id }) => id)])
})
