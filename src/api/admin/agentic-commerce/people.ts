import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A person who consented: a member of the staff (`user`) or a customer (`customer`). */
interface Actor {
  readonly type: "user" | "customer"
  readonly id: string
}

/** The person's name and email address; null when the account no longer exists. */
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

/** Loads the names of people, with one statement each for staff and customers. */
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
