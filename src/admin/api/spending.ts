import type { Spending } from "../../domain/spending"
import { post } from "./client"
import { useOne } from "./use-one"

interface Answer {
  readonly client: { readonly id: string; readonly spending: Spending | null }
}

/** What a client may spend. */
export const useSpending = (client_id: string) => useOne<Answer>(`/clients/${client_id}`)

/** Sets it; null takes all limits away. */
export const changeSpending = (client_id: string) => (spending: Spending | null) =>
  post<Answer>(`/clients/${client_id}`, { spending })
