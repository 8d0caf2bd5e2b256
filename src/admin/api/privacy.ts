import { post } from "./client"

/** What came of an erasure. */
export interface ErasureAnswer {
  readonly erasure: {
    readonly id: string
    readonly done_at: string | null
    readonly obstacle: string | null
    readonly counts: Readonly<Record<string, number>> | null
  }
}

/** Everything held of a customer. */
export const readCustomerData = (id: string) => post<object>(`/customers/${id}/export`)

/** Forgets who a customer is. Throws with the server's own sentence while something is in the way. */
export const eraseCustomer = ({ id, reason }: { readonly id: string; readonly reason: string }) =>
  post<ErasureAnswer>(`/customers/${id}/erase`, { reason })
