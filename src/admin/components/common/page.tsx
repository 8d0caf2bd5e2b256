import type { ReactNode } from "react"
import { StoppedBanner } from "./stopped-banner"

/** A page of the plugin: what holds for all of its pages stands above the page's own cards. */
export function Page({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <StoppedBanner />
      {children}
    </>
  )
}
