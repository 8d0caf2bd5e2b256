import type { ReactNode } from "react"
import { PageNav } from "./page-nav"
import { StoppedBanner } from "./stopped-banner"

/** A page of the plugin: the way to the others, and what holds for all of them, stand above the page's own cards. */
export function Page({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <PageNav />
      <StoppedBanner />
      {children}
    </>
  )
}
