import { useQuery } from "@tanstack/react-query"
import { getFromMedusa } from "./client"
import { QUERY_ROOT } from "./use-one"

/** A sales channel in Medusa. */
export interface SalesChannel {
  readonly id: string
  readonly name: string
  readonly is_disabled: boolean
}

/** The number of channels that can be selected. */
const MOST = 100

/** The store's sales channels. */
export const useSalesChannels = () =>
  useQuery({
    queryKey: [QUERY_ROOT, "sales-channels"],
    staleTime: 0,
    queryFn: () =>
      getFromMedusa<{ readonly sales_channels: readonly SalesChannel[] }>("/sales-channels", {
        limit: MOST,
        fields: "id,name,is_disabled",
        order: "name",
      }),
  })
