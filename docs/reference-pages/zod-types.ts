import { z } from "@medusajs/framework/zod"
import { code } from "./page"

/** A schema without its default, its conversions, and the permission to be absent or null. */
export function innerOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return innerOf(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodPipe)) return schema
  const part = schema.out instanceof z.ZodTransform ? schema.in : schema.out
  return innerOf(part as z.ZodType)
}

/** What a JSON Schema says about a value, as far as the options and settings use it. */
interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** The type of a schema in words. */
export function typeOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(innerOf(schema), { unrepresentable: "any" }) as JsonSchema
  return `${inWords(json)}${acceptsNull(schema) ? ", or null" : ""}`
}

const acceptsNull = (schema: z.ZodType): boolean => schema.safeParse(null).data === null

function inWords(json: JsonSchema): string {
  const values = json.enum ?? (json.const === undefined ? undefined : [json.const])
  if (values) return valuesInWords(values.map(String))
  switch (json.type) {
    case "string":
      return json.format === "uri" ? "URL" : `string${lengthOf(json)}`
    case "integer":
      return `integer${rangeOf(json)}`
    case "array":
      return `list of ${itemsInWords(json)}${json.maxItems ? `, at most ${json.maxItems}` : ""}`
    case "object":
      return `object${membersInWords(Object.keys(json.properties ?? {}))}`
    default:
      return json.type ?? "any value"
  }
}

const membersInWords = (names: readonly string[]): string =>
  names.length ? ` with ${names.map(code).join(", ")}` : ""

const itemsInWords = ({ items = {} }: JsonSchema): string => inWords(items).replace(/^string/, "strings")

/** The longest list of values that is shown in full. */
const MOST_VALUES = 8

function valuesInWords(values: readonly string[]): string {
  if (values.length <= MOST_VALUES) return values.map(code).join(", ")
  return `${values.slice(0, 3).map(code).join(", ")} and ${values.length - 3} others`
}

const lengthOf = ({ minLength = 0, maxLength }: JsonSchema): string =>
  maxLength ? ` of ${minLength} to ${maxLength} characters` : ""

const rangeOf = ({ minimum, maximum }: JsonSchema): string =>
  maximum === undefined ? "" : ` from ${minimum} to ${maximum}`
