import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** Somebody who consented: a member of the staff (`user`) or a shopper (`customer`). */
interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/** The same by name, as far as the store still knows who it is. */
export interface Person extends Actor {
  readonly name: string | null
  readonly email: string | null
}

interface Row {
  readonly id: string
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Tells people's names, of staff and customers in one statement each. */
export async function namesOf(
  container: MedusaContainer,
  actors: readonly Actor[]
): Promise<(actor: Actor) => Person> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const known = async (entity: Actor["type"]) => {
    const id = actors.filter(({ type }) => type === entity).map((actor) => actor.id)
    if (!id.length) return []
    const { data } = await query.graph({
      entity,
      fields: ["id", "email", "first_name", "last_name"],
      filters: { id: [...new Set(id)] },
    })
    return data as Row[]
  }
  const rows = (await Promise.all([known("user"), known("customer")])).flat()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (actor) => ({ ...actor, ...nameIn(byId.get(actor.id)) })
}

function nameIn(row: Row | undefined): Pick<Person, "name" | "email"> {
  const name = [row?.first_name, row?.last_name].filter(Boolean).join(" ")
  return { name: name || null, email: row?.email ?? null }
}
