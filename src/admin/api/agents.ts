import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { WindowUse } from "../../domain/rate-limit"
import type { Takings } from "../../modules/bank/models/takings"
import type { ClientSettings } from "../../modules/oauth/models/client"
import type { Grant } from "../../modules/oauth/models/grant"
import type { ManagedClient } from "../../modules/oauth/models/managed-client"
import { get, post } from "./client"
import type { Person } from "./names"
import { useList } from "./use-list"
import { keyOf, useOne } from "./use-one"
import type { Wire } from "./wire"

/** An agent's client as its page shows it. Money in minor units. */
export type Agent = Wire<ManagedClient> & {
  readonly usage: WindowUse
  readonly consents: { readonly live: number; readonly people: readonly Person[] }
  readonly money: readonly Omit<Takings, "client_id">[]
}

/** A consent, and who gave it. */
export type Consent = Wire<Grant> & { readonly actor: Person }

interface Answer {
  readonly client: Agent
}

export type AgentQuery = Partial<Record<"q" | "status" | "flavor", string>>

const LIST = "/clients"

/** The registered clients, the newest first. */
export const useAgents = (query: AgentQuery) => useList<Agent>(LIST, "clients", query)

/** The newest few whose name or id has a text in it; none for no text, and until they are read. */
export function useAgentsLike(q: string): readonly Pick<Agent, "id" | "name">[] {
  const query = { q, limit: 10 }
  const { data } = useQuery({
    queryKey: keyOf(LIST, query),
    queryFn: () => get<{ readonly clients: readonly Agent[] }>(LIST, query),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  })
  return (q && data?.clients) || []
}

/** Its calls go on while one looks: how often it is read anew. */
const AGAIN_MS = 15_000

export const useAgent = (id: string) => useOne<Answer>(`/clients/${id}`, undefined, AGAIN_MS)

export const useConsents = (id: string) => useList<Consent>(`/clients/${id}/grants`, "grants")

export const approve = (id: string) => post<Answer>(`/clients/${id}/approve`)

/** Ends a client for good. */
export const revoke = (id: string, reason: string) => post<Answer>(`/clients/${id}/revoke`, { reason })

/** Makes a new secret, which is in this one answer. */
export const renewSecret = (id: string) => post<{ readonly client_secret: string }>(`/clients/${id}/secret`)

/** Gives a client rules of its own, or back to the surface's. */
export const changeAgent = (id: string, change: Partial<ClientSettings>) =>
  post<Answer>(`/clients/${id}`, change)

export const revokeConsent = (client_id: string, id: string, reason: string) =>
  post<{ readonly grant: Consent }>(`/clients/${client_id}/grants/${id}/revoke`, { reason })
