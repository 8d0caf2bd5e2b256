import type { Obstacle } from "../../domain/obstacle"
import { get, isRefused, post } from "./client"

/** What came of an erasure. */
export interface ErasureAnswer {
  readonly erasure: {
    readonly id: string
    readonly done_at: string | null
    readonly obstacle: Obstacle | null
    readonly counts: Readonly<Record<string, number>> | null
  }
}

/** Somebody cannot be forgotten yet. */
export class Obstructed extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle.code)
  }
}

/** Everything held of a customer. */
export const readCustomerData = (id: string) => post<object>(`/customers/${id}/export`)

/**
 * Forgets who a customer is. Throws Obstructed while something is in the way: Medusa's SDK keeps a refusal's sentence
 * alone, so what it is is asked for.
 */
export async function eraseCustomer({ id, reason }: { readonly id: string; readonly reason: string }) {
  try {
    return await post<ErasureAnswer>(`/customers/${id}/erase`, { reason })
  } catch (error) {
    if (!(error instanceof Error) || !isRefused(error)) throw error
    const { obstacle } = await get<{ readonly obstacle: Obstacle | null }>(`/customers/${id}/obstacle`)
    throw obstacle ? new Obstructed(obstacle) : error
  }
}
