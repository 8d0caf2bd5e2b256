import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { get, type Query } from "./client"

/** What all that was read is kept under: a change forgets all of it, so no page shows what is not so any more. */
export const KEPT = "agentic-commerce"

/** One answer of the merchant's API; read again every so many milliseconds if that is asked for. */
export function useOne<T>(path: string, query?: Query, again_ms?: number): UseQueryResult<T> {
  return useQuery({
    queryKey: [KEPT, path, query],
    queryFn: () => get<T>(path, query),
    ...(again_ms && { refetchInterval: again_ms }),
  })
}
