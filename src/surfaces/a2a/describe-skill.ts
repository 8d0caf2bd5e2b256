import { z } from "@medusajs/framework/zod"
import type { AnySkill } from "./skill"

/** The description of a skill for a caller, with the JSON Schema of its input. */
export function describeSkill({ id, name, description, tags, example, access, input }: AnySkill) {
  return {
    skill_id: id,
    name,
    description,
    tags,
    scope: access,
    input_schema: z.toJSONSchema(input, { io: "input" }),
    example,
  }
}
