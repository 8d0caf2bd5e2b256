import type { Attention } from "../../domain/attention"
import { useOne } from "./use-one"

/** It changes by itself: how often it is read anew. */
const AGAIN_MS = 10_000

/** How much waits for the staff, by page. */
export const useAttention = () => useOne<{ attention: Attention }>("/attention", undefined, AGAIN_MS)
