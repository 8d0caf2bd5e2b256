import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { WindowUse } from "../../domain/rate-limit"
import type { ClientRevenue } from "../../modules/bank/models/client-revenue"
import type { ClientSettings } from "../../modules/oauth/models/client"
import type { Grant } from "../../modules/oauth/models/grant"
import type { ManagedClient } from "../../modules/oauth/models/managed-client"
import { get, post } from "./client"
import type { Person } from "./names"
import { useList } from "./use-list"
import { keyOf, useOne } from "./use-one"
import type { Wire } from "./wire"

/** A client as an agent's page shows it. Amounts in minor units. */
export type Agent = Wire<ManagedClient> & {
  readonly usage: WindowUse
  readonly consents: { readonly live: number; readonly people: readonly Person[] }
  readonly money: readonly Omit<ClientRevenue, "client_id">[]
}

/** A consent, and the person who gave it. */
export type Consent = Wire<Grant> & { readonly actor: Person }

interface Answer {
  readonly client: Agent
}

/** The filters and the order of the list of agents; undefined ones have no effect. */
export type AgentQuery = Partial<Record<"q" | "status" | "flavor" | "access" | "order", string | undefined>>

const LIST = "/clients"

/** The registered clients, by default the newest first. */
export const useAgents = (query: AgentQuery) => useList<Agent>(LIST, "clients", query)

/** The newest clients whose name or id contains a text: ten at most, and none for an empty text or while loading. */
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

/** Refetch interval while the page is open, because the agent's calls continue. */
const REFETCH_MS = 15_000

/** One agent. */
export const useAgent = (id: string) =>
  useOne<Answer>(`/clients/${id}`, undefined, { refetch_ms: REFETCH_MS })

/** The consents that an agent has, the newest first. */
export const useConsents = (id: string) => useList<Consent>(`/clients/${id}/grants`, "grants")

/** Approves a client that waits for the merchant. */
export const approve = (id: string) => post<Answer>(`/clients/${id}/approve`)

/** Revokes a client permanently. */
export const revoke = (id: string, reason: string) => post<Answer>(`/clients/${id}/revoke`, { reason })

/** Issues a new secret, which only this response contains. */
export const renewSecret = (id: string) => post<{ readonly client_secret: string }>(`/clients/${id}/secret`)

/** Changes a client's own rules, or resets them to those of its channel. */
export const changeAgent = (id: string, change: Partial<ClientSettings>) =>
  post<Answer>(`/clients/${id}`, change)

/** Revokes a consent, and with it the client's access in that person's name. */
export const revokeConsent = (client_id: string, id: string, reason: string) =>
  post<{ readonly grant: Consent }>(`/clients/${client_id}/grants/${id}/revoke`, { reason })
