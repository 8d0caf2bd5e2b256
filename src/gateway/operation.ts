import type { ZodType } from "@medusajs/framework/zod"
import type { Scope } from "../domain/scopes"
import type { Call } from "./call"

/**
 * Who may call: clients whose token has exactly this scope, clients with any token of the surface, everyone (`public`),
 * or everyone even while the surface is disabled (`discovery`: well-known documents, the customer's return from the
 * bank, and the page on which customers withdraw access).
 */
export type Access = Scope | "any_token" | "public" | "discovery"

/** One operation of a surface. The schema `input` validates the argument of `run` and is published as JSON Schema. */
export interface Operation<I = unknown, O = unknown> {
  readonly access: Access
  /** Whether callers without a token may call it while the merchant allows anonymous browsing. */
  readonly allows_anonymous?: boolean
  readonly input: ZodType<I>
  run(input: I, call: Call): Promise<O>
}

/** An operation without its input and output types, which only its own file needs to know. */
export interface AnyOperation extends Omit<Operation<never>, "input"> {
  readonly input: ZodType
}

/** Declares an operation; the input type is inferred from the schema. */
export function operation<I, O>(definition: Operation<I, O>): Operation<I, O> {
  return definition
}
