import { z } from "@medusajs/framework/zod"
import type { AnyOperation } from "../operation"

/** The JSON Schema of an operation's input, which is an object. */
export interface InputSchema {
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

/**
 * The JSON Schema of an operation's input, as clients send it. A format says what its long pattern says, and models read
 * every character of a schema.
 */
export function inputSchemaOf({ input }: AnyOperation): InputSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.default === "") delete jsonSchema.default
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return {
    ...schema,
    properties: (schema.properties ?? {}) as Record<string, object>,
    required: schema.required ?? [],
  }
}
