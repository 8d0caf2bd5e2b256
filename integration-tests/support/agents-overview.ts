import { adminFetch } from "./merchant"

const ROOT = "/admin/agentic-commerce"

interface Person {
  type: string
  id: string
  name: string | null
  email: string | null
}

/** The members of a client in the admin API that the tests check. */
export interface StaffClient {
  id: string
  name: string
  status: string
  approved_at: string | null
  last_used_at: string | null
  usage: Record<"minute" | "hour" | "day", { used: number; limit: number | null }>
  consents: { live: number; people: Person[] }
  money: { currency: string; orders: number; paid: number; refunded: number }[]
}

/** A consent in the admin API. */
export interface StaffGrant {
  id: string
  actor: Person
  scopes: string[]
  revoked_at: string | null
}

/** A funnel's steps in one currency. */
export interface CurrencyFunnel {
  currency: string
  carts: number
  checkouts: number
  free: number
  payments: number
  sca_started: number
  paid: number
  pending: number
  ended_early: { reason: string; count: number }[]
  dropped: { reason: string; code: string | null; count: number }[]
}

interface FunnelSteps {
  searches: number
  refused: { code: string; count: number }[]
  by_currency: CurrencyFunnel[]
}

/** The funnel for a period: the total, and the agents with the most payments. */
export interface Funnel {
  from: string
  to: string
  counted_since: string
  has_calls: boolean
  has_more: boolean
  total: FunnelSteps
  agents: (FunnelSteps & { client_id: string; client_name: string | null })[]
}

/** The JSON body of an admin API answer; throws on an error status. */
export async function overview<T>(path: string): Promise<T> {
  const response = await adminFetch(`${ROOT}${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** The status of an admin API answer. */
export const statusOf = async (path: string): Promise<number> => (await adminFetch(`${ROOT}${path}`)).status

export const staffClient = async (id: string): Promise<StaffClient> =>
  (await overview<{ client: StaffClient }>(`/clients/${id}`)).client

export const funnelFor = async (query: string): Promise<Funnel> =>
  (await overview<{ funnel: Funnel }>(`/funnel?${query}`)).funnel

/** A client's funnel; undefined while it is empty. */
export const funnelOfClient = async (client_id: string) =>
  (await funnelFor(`client_id=${client_id}`)).agents[0]

/** The rows of all pages of a list. */
export async function allPages<T>(path: string, rows: (page: Record<string, unknown>) => T[]): Promise<T[]> {
  const all: T[] = []
  const separator = path.includes("?") ? "&" : "?"
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Record<string, unknown> = await overview(`${path}${cursor && `${separator}cursor=${cursor}`}`)
    all.push(...rows(page))
    cursor = page.next_cursor as string | null
  }
  return all
}
