/** The part of JSON Schema that the walk below reads. */
export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export type Path = readonly (string | number)[]

/** An object in a document, with its schema. */
export interface Place {
  readonly path: Path
  readonly schema: Schema
}

/** Every object of a document that a schema describes, the document itself first. */
export function placesIn(schema: Schema, value: unknown, path: Path = []): Place[] {
  const branches = schema.oneOf ?? schema.anyOf
  if (branches) {
    return branches.filter((branch) => fits(branch, value)).flatMap((branch) => placesIn(branch, value, path))
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => placesIn(schema.items ?? {}, item, [...path, index]))
  }
  if (!isObject(value) || schema.type !== "object") return []
  const within = Object.entries(value).flatMap(([name, member]) =>
    placesIn(memberOf(schema, name), member, [...path, name])
  )
  return [{ path, schema }, ...within]
}

/** Every object of a schema, whether a document contains it or not. */
export function objectsIn(schema: Schema): Schema[] {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = schema
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  if (typeof additionalProperties === "object") inner.push(additionalProperties)
  return [...(schema.type === "object" ? [schema] : []), ...inner.flatMap(objectsIn)]
}

/** A copy of the document with another value at one place, or without the member. */
export function changed(document: object, path: Path, value?: unknown): unknown {
  // Not structuredClone: members that share one object in memory are two objects in the document.
  const copy: unknown = JSON.parse(JSON.stringify(document))
  const last = path.at(-1)
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], copy)
  if (last === undefined || typeof holder !== "object" || holder === null) {
    throw new Error(`nothing is at ${path.join(".")}`)
  }
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else Reflect.set(holder, last, value)
  return copy
}

function memberOf({ properties = {}, additionalProperties }: Schema, name: string): Schema {
  return properties[name] ?? (typeof additionalProperties === "object" ? additionalProperties : {})
}

/**
 * Whether a value belongs to a branch of a union: decided by its type and by the members that distinguish the
 * branch.
 */
function fits({ type, properties = {} }: Schema, value: unknown): boolean {
  if (!isObject(value)) return type === (Array.isArray(value) ? "array" : typeof value)
  return (
    type === "object" &&
    Object.entries(properties).every(
      ([name, member]) =>
        (!("const" in member) || member.const === value[name]) &&
        (!(name in value) || (member.enum?.includes(value[name]) ?? true))
    )
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
