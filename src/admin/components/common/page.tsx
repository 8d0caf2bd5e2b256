import type { ReactNode } from "react"
import { PageNav } from "./page-nav"
import { StoppedBanner } from "./stopped-banner"

/** A page of the plugin: the navigation and the banner for all pages, followed by the page's own cards. */
export function Page({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <PageNav />
      <StoppedBanner />
      {children}
    </>
  )
}
