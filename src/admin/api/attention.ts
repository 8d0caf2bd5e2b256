import type { Attention } from "../../domain/attention"
import { useOne } from "./use-one"

/** Refetch interval: the counts change without user action. */
const REFETCH_MS = 10_000

/** The number of open items for the staff, by page. */
export const useAttention = () =>
  useOne<{ attention: Attention }>("/attention", undefined, { refetch_ms: REFETCH_MS })
