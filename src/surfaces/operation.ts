import type { ZodType } from "@medusajs/framework/zod"
import type { Scope } from "../domain/scopes"
import type { Call } from "./call"

/**
 * Who may call: a scope the token must hold exactly, any token of the surface, everybody, or everybody even while
 * the surface is off (well-known documents, the shopper's return from the bank).
 */
export type Access = Scope | "any_token" | "public" | "discovery"

/** One thing a caller may do. `input` is what `run` gets, validation and published JSON Schema in one object. */
export interface Operation<I = unknown, O = unknown> {
  readonly access: Access
  readonly input: ZodType<I>
  run(input: I, call: Call): Promise<O>
}

/** An operation whose input and output types only its own file needs to know. */
export interface AnyOperation extends Omit<Operation<never>, "input"> {
  readonly input: ZodType
}

/** Declares an operation; the input type is inferred from the schema. */
export function operation<I, O>(definition: Operation<I, O>): Operation<I, O> {
  return definition
}
