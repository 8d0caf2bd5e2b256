import { useQueries, useQuery } from "@tanstack/react-query"
import { get, getFromMedusa } from "./client"

/** A person, with name and e-mail address as far as the store knows them. */
export interface Person {
  readonly type: "user" | "customer"
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** Query key of names. Changes do not invalidate it, because names rarely change. */
const NAMES = "agentic-commerce-names"
const NAMED = { staleTime: 300_000, retry: false }

/** The names of agents by id, without unknown ones and those still loading. */
export function useAgentNames(ids: readonly string[]): Readonly<Partial<Record<string, string>>> {
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      ...NAMED,
      queryKey: [NAMES, "agent", id],
      queryFn: () =>
        get<{ readonly client: { readonly id: string; readonly name: string } }>(`/clients/${id}`),
    })),
    combine: (answers) =>
      Object.fromEntries(answers.flatMap(({ data }) => (data ? [[data.client.id, data.client.name]] : []))),
  })
}

type NamedPerson = Omit<Person, "type" | "name"> & Readonly<Record<"first_name" | "last_name", string | null>>

/**
 * Returns a function that finds the staff member or customer with an id. Their members are null while loading, or
 * when Medusa does not know the id.
 */
export function usePeople(
  people: readonly Pick<Person, "type" | "id">[]
): (one: Pick<Person, "type" | "id">) => Person {
  const known = [
    ...usePeopleOfType("user", "users", people),
    ...usePeopleOfType("customer", "customers", people),
  ]
  return ({ type, id }) => {
    const { email = null, first_name, last_name } = known.find((one) => one.id === id) ?? {}
    return { type, id, email, name: [first_name, last_name].filter(Boolean).join(" ") || null }
  }
}

function usePeopleOfType<Member extends "users" | "customers">(
  type: Person["type"],
  member: Member,
  people: readonly Pick<Person, "type" | "id">[]
): readonly NamedPerson[] {
  const id = [...new Set(people.filter((one) => one.type === type).map((one) => one.id))].sort()
  const query = { id, limit: id.length, fields: "id,email,first_name,last_name" }
  const { data } = useQuery({
    ...NAMED,
    queryKey: [NAMES, type, id],
    queryFn: () => getFromMedusa<Readonly<Record<Member, readonly NamedPerson[]>>>(`/${member}`, query),
    enabled: id.length > 0,
  })
  return data?.[member] ?? []
}
