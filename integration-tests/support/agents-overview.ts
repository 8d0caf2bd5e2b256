import { adminFetch } from "./merchant"

const ROOT = "/admin/agentic-commerce"

interface Person {
  type: string
  id: string
  name: string | null
  email: string | null
}

/** A client as the merchant's staff are told it, as far as tests look. */
export interface StaffClient {
  id: string
  name: string
  status: string
  last_used_at: string | null
  usage: Record<"minute" | "hour" | "day", { used: number; limit: number | null }>
  consents: { live: number; people: Person[] }
  money: { currency: string; orders: number; paid: number; refunded: number }[]
}

export interface StaffGrant {
  id: string
  actor: Person
  scopes: string[]
  revoked_at: string | null
}

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

export interface Funnel {
  from: string
  to: string
  counted_since: string
  has_calls: boolean
  has_more: boolean
  total: FunnelSteps
  agents: (FunnelSteps & { client_id: string; client_name: string | null })[]
}

/** What the merchant's API answers at an address; fails when it refuses. */
export async function overview<T>(path: string): Promise<T> {
  const response = await adminFetch(`${ROOT}${path}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** The status of an answer. */
export const statusOf = async (path: string): Promise<number> => (await adminFetch(`${ROOT}${path}`)).status

export const staffClient = async (id: string): Promise<StaffClient> =>
  (await overview<{ client: StaffClient }>(`/clients/${id}`)).client

export const funnelFor = async (query: string): Promise<Funnel> =>
  (await overview<{ funnel: Funnel }>(`/funnel?${query}`)).funnel

/** One client's own funnel; undefined while there is nothing to tell. */
export const funnelOfClient = async (client_id: string) =>
  (await funnelFor(`client_id=${client_id}`)).agents[0]

/** All pages of a list, one after another. */
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
