import type { Obstacle } from "../../domain/obstacle"
import { get, isRefused, post } from "./client"

/** The result of an erasure request. */
export interface ErasureAnswer {
  readonly erasure: {
    readonly id: string
    readonly done_at: string | null
    readonly obstacle: Obstacle | null
    readonly counts: Readonly<Record<string, number>> | null
  }
}

/** A customer's data cannot be erased yet. */
export class ErasureBlocked extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle.code)
  }
}

/** All data stored about a customer. */
export const readCustomerData = (id: string) => post<object>(`/customers/${id}/export`)

/**
 * Erases a customer's data. Throws ErasureBlocked while something prevents that. Medusa's SDK keeps only the message of
 * an error, so the obstacle is requested separately.
 */
export async function eraseCustomer({ id, reason }: { readonly id: string; readonly reason: string }) {
  try {
    return await post<ErasureAnswer>(`/customers/${id}/erase`, { reason })
  } catch (error) {
    if (!(error instanceof Error) || !isRefused(error)) throw error
    const { obstacle } = await get<{ readonly obstacle: Obstacle | null }>(`/customers/${id}/obstacle`)
    throw obstacle ? new ErasureBlocked(obstacle) : error
  }
}
