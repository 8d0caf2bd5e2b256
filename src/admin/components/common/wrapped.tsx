import type { ReactNode } from "react"

/** Text of any length in a table cell. It wraps, while other cells stay on one line. */
export function Wrapped({ children }: { readonly children: ReactNode }) {
  return <div className="whitespace-normal py-2 max-sm:py-0 [overflow-wrap:anywhere]">{children}</div>
}
