import Medusa, { FetchError } from "@medusajs/js-sdk"

/** Constants set by the dashboard's build. A store that hosts its admin elsewhere has the backend's URL here. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

const definedAtBuild = <T>(read: () => T | undefined): T | undefined => {
  try {
    return read()
  } catch {
    return undefined // the build does not define this constant
  }
}

const sdk = new Medusa({
  baseUrl: definedAtBuild(() => __BACKEND_URL__) || "/",
  auth: {
    type: definedAtBuild(() => __AUTH_TYPE__) ?? "session",
    jwtTokenStorageKey: definedAtBuild(() => __JWT_TOKEN_STORAGE_KEY__) || undefined,
  },
})

/** Whether the error is a 404: the server has nothing at this URL. */
export const isNotFound = (error: Error): boolean => error instanceof FetchError && error.status === 404

/** Whether the error is a 400: the server does not allow the change now. */
export const isRefused = (error: Error): boolean => error instanceof FetchError && error.status === 400

/** Whether the error is a 503: a system that the server depends on did not respond. */
export const isUnavailable = (error: Error): boolean => error instanceof FetchError && error.status === 503

/** Members that are undefined are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

const ROOT = "/admin/agentic-commerce"

/** Reads from the merchant's API; `path` starts after /admin/agentic-commerce. Throws with the server's message. */
export const get = <T>(path: string, query: Query = {}): Promise<T> =>
  sdk.client.fetch<T>(ROOT + path, { query: { ...query } })

/** Reads a file from the merchant's API. Throws with the server's message, or when the file is not complete. */
export async function download(path: string, query: Query = {}): Promise<Blob> {
  const headers = { accept: "text/csv" }
  const response = await sdk.client.fetch<Response>(ROOT + path, { query: { ...query }, headers })
  return response.blob()
}

/** Sends a change to the merchant's API. */
export const post = <T>(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<T> =>
  sdk.client.fetch<T>(ROOT + path, { method: "POST", body, headers })

/** Deletes an object through the merchant's API. */
export const remove = <T>(path: string): Promise<T> => sdk.client.fetch<T>(ROOT + path, { method: "DELETE" })

/** Reads from Medusa's own admin API. */
export const getFromMedusa = <T>(path: string, query: Query = {}): Promise<T> =>
  sdk.client.fetch<T>(`/admin${path}`, { query: { ...query } })
