import type { ReactNode } from "react"

/** Text of any length in a cell that has a share of the table: it is broken, where all else stands on one line. */
export function Wrapped({ children }: { readonly children: ReactNode }) {
  return <div className="whitespace-normal py-2 max-sm:py-0 [overflow-wrap:anywhere]">{children}</div>
}
