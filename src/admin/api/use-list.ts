import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { get, type Query } from "./client"
import { KEPT } from "./use-one"

/** A list as far as it has been read. */
export interface Listed<T> {
  readonly rows: readonly T[]
  readonly is_loading: boolean
  readonly error: Error | null
  readonly has_more: boolean
  readonly is_loading_more: boolean
  more(): void
  again(): void
}

type Answer<T> = Readonly<Record<string, T[]>> & { readonly next_cursor?: string | null }

/**
 * A list of the merchant's API, page by page; `member` is the answer's that has the rows. It is read anew wherever it is
 * shown, and once it was had, every `again_ms`. While another query is read, the rows of the one before stay.
 */
export function useList<T>(path: string, member: string, query: Query = {}, again_ms?: number): Listed<T> {
  const read = useInfiniteQuery({
    queryKey: [KEPT, path, query],
    queryFn: ({ pageParam }) => get<Answer<T>>(path, { ...query, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data !== undefined && (again_ms ?? false),
  })
  return {
    rows: read.data?.pages.flatMap((page) => page[member] ?? []) ?? [],
    is_loading: read.isLoading,
    error: read.error,
    has_more: read.hasNextPage,
    is_loading_more: read.isFetchingNextPage,
    more: () => void read.fetchNextPage(),
    again: () => void read.refetch(),
  }
}
