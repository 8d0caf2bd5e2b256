import type { ZodType } from "@medusajs/framework/zod"
import type { Scope } from "../../domain/scopes"
import type { BankCapabilities } from "../../drivers/driver"
import type { Artifacts, Task } from "../../modules/agent/models/task"
import type { Call } from "../../gateway/call"

interface SkillBase<I> {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** A valid input, for the Agent Card. */
  readonly example: object
  readonly access: Scope
  readonly input: ZodType<I>
  /** Whether a bank with these capabilities can do it. Absent if every bank can. */
  readonly isSupported?: (capabilities: BankCapabilities) => boolean
}

/** A skill that responds at once and changes nothing: its task is complete when the caller gets it. */
export interface AnsweringSkill<I> extends SkillBase<I> {
  answer(input: I, call: Call): Promise<Artifacts>
}

/** A skill that starts something: its task continues after the call's response. */
export interface StartingSkill<I> extends SkillBase<I> {
  /** The scope that this input needs in addition to `access`, if any. */
  needs?(input: I): Scope | undefined
  /** Validates the input against the store, before a task is opened. */
  check(input: I, call: Call): Promise<void>
  /** Advances the task from `submitted`. */
  start(input: I, task: Task, call: Call): Promise<void>
}

/** A skill: it answers at once, or starts a task. */
export type Skill<I> = AnsweringSkill<I> | StartingSkill<I>

/** A skill whose input type only its own file needs to know. */
export type AnySkill = (Omit<AnsweringSkill<never>, "input"> | Omit<StartingSkill<never>, "input">) & {
  readonly input: ZodType
}

/** Declares a skill; the input type is inferred from the schema. */
export function defineSkill<I, S extends Skill<I>>(skill: S & { input: ZodType<I> }): S {
  return skill
}
