import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { issuesOf } from "../../../gateway/issues"
import type { AnySkill } from "../skill"
import { skillOf } from "../skills"

/** The skill that a message names. Its input is validated later, after the gates. */
export interface SkillCall {
  readonly skill: AnySkill
  readonly input: unknown
  readonly idempotency_key?: string
}

const Named = z.object({
  skill_id: z.string(),
  input: z.unknown(),
  idempotency_key: z.string().min(1).max(255).optional(),
})

const hasSkillId = (value: unknown) => typeof (value as { skill_id?: unknown } | null)?.skill_id === "string"

/**
 * The skill that the message in these parameters calls: the first data part with a `skill_id`, or else the message's
 * metadata. Data parts have the same form in 0.3 and 1.0. Undefined for a message that names no skill. Throws
 * `invalid_params` for a skill that does not exist.
 */
export function skillCallIn({ message }: Record<string, unknown>): SkillCall | undefined {
  const { parts, metadata } = (message ?? {}) as { parts?: unknown; metadata?: unknown }
  const data = (Array.isArray(parts) ? parts : []).map((part) => (part as { data?: unknown } | null)?.data)
  const named = [...data, metadata].find(hasSkillId)
  if (!named) return undefined
  const parsed = Named.safeParse(named)
  if (!parsed.success) throw problem("invalid_params", { issues: issuesOf(parsed.error) })
  const { skill_id, input = {}, idempotency_key } = parsed.data
  return { skill: skillOf(skill_id), input, idempotency_key }
}
