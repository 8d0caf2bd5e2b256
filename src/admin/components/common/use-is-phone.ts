import { useSyncExternalStore } from "react"

/** Narrower than the first breakpoint of the dashboard. */
const PHONE = "(max-width: 639px)"

/** Whether the window is as narrow as a phone. Updates when the window is resized. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow, () => matchMedia(PHONE).matches)

function follow(changed: () => void): () => void {
  const query = matchMedia(PHONE)
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}
