import { useSyncExternalStore } from "react"

/** Narrower than the first step of the dashboard's own grid. */
const PHONE = "(max-width: 639px)"

/** Whether the window is as narrow as a phone. Follows the window. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow, () => matchMedia(PHONE).matches)

function follow(changed: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}
