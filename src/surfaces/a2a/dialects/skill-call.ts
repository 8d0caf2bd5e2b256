import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { nearest } from "../../../domain/nearest"
import { isStorable } from "../../../domain/storable"
import { issuesOf, membersOf } from "../../../gateway/issues"
import type { AnySkill } from "../skill"
import { refused } from "./message-checks"
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

/** An object in a message that may name a skill, and its path in the request. */
interface Candidate {
  readonly path: string
  readonly value: Readonly<Record<string, unknown>>
}

/**
 * The skill that the message in these parameters calls: the first data part with a `skill_id`, or else the message's
 * metadata, or else a text part that is such an object as JSON, like the examples on the card. The parts have the same
 * form in 0.3 and 1.0. Undefined for a message that names no skill. Throws `invalid_params` for a skill that does not
 * exist, and for a misspelled `skill_id`.
 */
export function skillCallIn({ message }: Record<string, unknown>): SkillCall | undefined {
  const candidates = candidatesIn((message ?? {}) as SentMessage)
  const named = candidates.find(({ value }) => typeof value.skill_id === "string")
  if (!named) return refuseMisspelled(candidates)
  if (!isStorable(named.value)) throw refused(named.path, "must not contain NUL or an unpaired surrogate")
  const parsed = Named.safeParse(named.value)
  if (!parsed.success) throw problem("invalid_params", { issues: issuesOf(parsed.error, membersOf(Named)) })
  const { skill_id, input = {}, idempotency_key } = parsed.data
  return { skill: skillOf(skill_id), input, idempotency_key }
}

interface SentMessage {
  readonly parts?: unknown
  readonly metadata?: unknown
}

function candidatesIn({ parts, metadata }: SentMessage): Candidate[] {
  const all = (Array.isArray(parts) ? parts : []).map((part) => Object(part) as Record<string, unknown>)
  const data = all.map((part, index) => ({ path: `message.parts.${index}.data`, value: part.data }))
  const texts = all.map((part, index) => ({
    path: `message.parts.${index}.text`,
    value: objectIn(part.text),
  }))
  return [...data, { path: "message.metadata", value: metadata }, ...texts].filter(isObject)
}

const isObject = (candidate: { path: string; value: unknown }): candidate is Candidate =>
  typeof candidate.value === "object" && candidate.value !== null && !Array.isArray(candidate.value)

/** The JSON object that a text is; undefined for any other text. */
function objectIn(text: unknown): unknown {
  if (typeof text !== "string" || !text.trimStart().startsWith("{")) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws `invalid_params` when a member with a text has almost the name `skill_id`, such as `skillId` or `skill`. */
function refuseMisspelled(candidates: readonly Candidate[]): undefined {
  for (const { path, value } of candidates) {
    const texts = Object.keys(value).filter((name) => typeof value[name] === "string")
    const misspelled = texts.find((name) => OTHER_NAMES.includes(name) || nearest(name, ["skill_id"]))
    if (misspelled !== undefined)
      throw refused(`${path}.${misspelled}`, "is not a known member; did you mean skill_id?")
  }
  return undefined
}

/** Names of the member in other agents' messages. Short words are similar to too many others. */
const OTHER_NAMES = ["skill", "skills"]
