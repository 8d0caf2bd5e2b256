import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { get, type Query } from "./client"
import { QUERY_ROOT } from "./use-one"

/** The loaded part of a list. */
export interface Listed<T> {
  readonly rows: readonly T[]
  readonly is_loading: boolean
  /** How many rows the server hides unless they are requested; 0 for a list that hides none. */
  readonly hidden: number
  readonly error: Error | null
  readonly has_more: boolean
  readonly is_loading_more: boolean
  more(): void
  refetch(): void
}

type Answer<T> = Readonly<Record<string, T[]>> & {
  readonly next_cursor?: string | null
  readonly hidden?: number
}

/**
 * A list from the merchant's API, page by page; `member` is the member of the response that contains the rows. It is
 * refetched wherever it is mounted and, once loaded, every `refetch_ms` while the tab is visible. While another query loads,
 * the previous rows stay.
 */
export function useList<T>(path: string, member: string, query: Query = {}, refetch_ms?: number): Listed<T> {
  const read = useInfiniteQuery({
    queryKey: [QUERY_ROOT, path, query],
    queryFn: ({ pageParam }) => get<Answer<T>>(path, { ...query, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchIntervalInBackground: false,
    refetchInterval: ({ state }) => state.data !== undefined && (refetch_ms ?? false),
  })
  return {
    rows: read.data?.pages.flatMap((page) => page[member] ?? []) ?? [],
    is_loading: read.isLoading,
    hidden: read.data?.pages[0]?.hidden ?? 0,
    error: read.error,
    has_more: read.hasNextPage,
    is_loading_more: read.isFetchingNextPage,
    more: () => void read.fetchNextPage(),
    refetch: () => void read.refetch(),
  }
}
