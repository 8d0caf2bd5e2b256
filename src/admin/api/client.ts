import Medusa, { FetchError } from "@medusajs/js-sdk"

/** What the dashboard's build puts in; a store that hosts its admin elsewhere has an address of its own here. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

const given = <T>(read: () => T | undefined): T | undefined => {
  try {
    return read()
  } catch {
    return undefined // a name the build does not know
  }
}

const sdk = new Medusa({
  baseUrl: given(() => __BACKEND_URL__) || "/",
  auth: {
    type: given(() => __AUTH_TYPE__) ?? "session",
    jwtTokenStorageKey: given(() => __JWT_TOKEN_STORAGE_KEY__) || undefined,
  },
})

/** Whether the server knows nothing by an address. */
export const isNotFound = (error: Error): boolean => error instanceof FetchError && error.status === 404

/** Whether the server does not allow something now. */
export const isRefused = (error: Error): boolean => error instanceof FetchError && error.status === 400

/** Whether what the server itself has to ask did not answer. */
export const isUnavailable = (error: Error): boolean => error instanceof FetchError && error.status === 503

/** Members that are undefined are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

const ROOT = "/admin/agentic-commerce"

/** Reads from the merchant's API; `path` begins below /admin/agentic-commerce. Throws with the server's own sentence. */
export const get = <T>(path: string, query: Query = {}): Promise<T> =>
  sdk.client.fetch<T>(ROOT + path, { query: { ...query } })

/** Changes something there. */
export const post = <T>(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<T> =>
  sdk.client.fetch<T>(ROOT + path, { method: "POST", body, headers })

/** Removes something there. */
export const remove = <T>(path: string): Promise<T> => sdk.client.fetch<T>(ROOT + path, { method: "DELETE" })

/** Reads from Medusa's own admin API. */
export const getFromMedusa = <T>(path: string, query: Query = {}): Promise<T> =>
  sdk.client.fetch<T>(`/admin${path}`, { query: { ...query } })
