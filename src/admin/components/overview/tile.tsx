import { Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** One number of the overview with its name. */
export function Tile({ title, children }: Props) {
  return (
    <div className="bg-ui-bg-base flex min-w-0 flex-col gap-1 px-6 py-4">
      <Heading level="h3" className="txt-small text-ui-fg-subtle">
        {title}
      </Heading>
      {children}
    </div>
  )
}

/** The number of a tile. */
export function Figure({ children }: { readonly children: ReactNode }) {
  return <p className="h1-core min-w-0 break-words tabular-nums">{children}</p>
}
