import { describeSkill } from "./describe-skill"
import type { AnySkill } from "./skill"

/**
 * The name of the card's extension with the inputs of the skills. The protocol itself has no member for them. Clients
 * need not activate it.
 */
const SKILL_INPUTS = "urn:gw-a2a:skill-inputs:v1"

/** The extension of the Agent Card (A2A 1.0 section 4.4.4) that has the JSON Schema of each skill's input. */
export function skillInputs(skills: readonly AnySkill[]) {
  const schemas = skills.map((skill) => [skill.id, describeSkill(skill).input_schema] as const)
  return {
    uri: SKILL_INPUTS,
    description: "The JSON Schema (2020-12) of the input of each skill, by the skill's id.",
    required: false,
    params: { input_schemas: Object.fromEntries(schemas) },
  }
}
