import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { get, isNotFound, type Query } from "./client"

/** The first query key of all data. A change invalidates all of it, so that no page shows outdated data. */
export const QUERY_ROOT = "agentic-commerce"

/** The query key of one response. */
export const keyOf = (path: string, query?: Query) => [QUERY_ROOT, path, query]

/** The refetch interval in milliseconds; undefined for none. */
type RefetchInterval<T> = number | undefined | ((answer: T) => number | undefined)

interface Reading<T> {
  readonly refetch_ms?: RefetchInterval<T>
  /** Whether the data of the previous query stays while another one loads. */
  readonly keeps_previous?: boolean
}

/**
 * One response of the merchant's API, refetched wherever it is mounted and, once loaded, at the given interval while the tab is
 * visible.
 */
export function useOne<T>(
  path: string,
  query?: Query,
  { refetch_ms, keeps_previous = false }: Reading<T> = {}
): UseQueryResult<T> {
  return useQuery({
    queryKey: keyOf(path, query),
    queryFn: () => get<T>(path, query),
    staleTime: 0,
    ...(keeps_previous && { placeholderData: keepPreviousData }),
    // A 404 is not retried.
    retry: (failures, error) => failures < 1 && !isNotFound(error),
    refetchIntervalInBackground: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && ((typeof refetch_ms === "function" ? refetch_ms(data) : refetch_ms) ?? false),
  })
}
