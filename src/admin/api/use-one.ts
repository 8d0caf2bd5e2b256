import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { get, isNotFound, type Query } from "./client"

/** What all that was read is kept under: a change forgets all of it, so no page shows what is not so any more. */
export const KEPT = "agentic-commerce"

/** What one answer is kept under. */
export const keyOf = (path: string, query?: Query) => [KEPT, path, query]

/** After how many milliseconds an answer is read again; undefined for not by itself. */
type Again<T> = number | undefined | ((answer: T) => number | undefined)

/** One answer of the merchant's API, read anew wherever it is shown; once it was had, again by itself if that is asked for. */
export function useOne<T>(path: string, query?: Query, again_ms?: Again<T>): UseQueryResult<T> {
  return useQuery({
    queryKey: keyOf(path, query),
    queryFn: () => get<T>(path, query),
    staleTime: 0,
    // What is not there is not asked for twice.
    retry: (failures, error) => failures < 1 && !isNotFound(error),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ((typeof again_ms === "function" ? again_ms(data) : again_ms) ?? false),
  })
}
