import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { replacingMethods } from "../../lib/module-transaction"

/** A cart that was read with these fields, and that nothing has changed since. */
export interface ReadCart {
  readonly cart: { readonly id: string }
  readonly fields: readonly string[]
}

/** What workflows read a cart by. */
interface Reading {
  readonly entity: string
  readonly fields: readonly string[]
  readonly filters?: object
}

/**
 * A container for a workflow of Medusa that reads this cart and does not change it: the workflow gets the cart as it was
 * read, without the fields that it does not ask for, because prices may depend on them. A workflow that asks for other
 * fields reads the cart itself.
 */
export function withReadCart(container: MedusaContainer, read: ReadCart): MedusaContainer {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const graph = (reading: Reading, ...rest: unknown[]): unknown =>
    isOf(reading, read)
      ? Promise.resolve({ data: [fieldsOf(read.cart, read.fields, reading.fields)], metadata: undefined })
      : Reflect.apply(query.graph.bind(query), query, [reading, ...rest])
  const scope = createMedusaContainer({}, container)
  scope.register(ContainerRegistrationKeys.QUERY, asValue(replacingMethods(query, { graph })))
  return scope
}

function isOf({ entity, fields, filters = {} }: Reading, read: ReadCart): boolean {
  const [filter, ...others] = Object.entries(filters)
  const isThisCart = filter?.[0] === "id" && filter[1] === read.cart.id && !others.length
  return entity === "cart" && isThisCart && fields.every((field) => read.fields.includes(field))
}

/**
 * A copy of a value that was read with the fields `read`, as a read of the fields `wanted` would have returned it. With `*`
 * Medusa also returns the relations that totals are computed from.
 */
export function fieldsOf(value: unknown, read: readonly string[], wanted: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => fieldsOf(one, read, wanted))
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const [readBelow, wantedBelow] = [below(read, name), below(wanted, name)]
    if (wantedBelow.length && readBelow.length) return [[name, fieldsOf(member, readBelow, wantedBelow)]]
    return isWanted(name, read, wanted) ? [[name, member]] : []
  })
  return Object.fromEntries(members)
}

/** Members that no field names, such as totals, are kept. The id of a relation comes with the relation. */
function isWanted(name: string, read: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.includes(name) || wanted.includes("*")) return true
  const relation = name.replace(/_id$/, "")
  return !read.includes(name) && (!below(read, relation).length || below(wanted, relation).length > 0)
}

/** The fields of a relation, without its name. */
const below = (fields: readonly string[], name: string): string[] =>
  fields.filter((field) => field.startsWith(`${name}.`)).map((field) => field.slice(name.length + 1))
