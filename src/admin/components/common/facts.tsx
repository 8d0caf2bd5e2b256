import type { ReactNode } from "react"

/** A list of names and values, stacked on narrow pages. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y">{children}</dl>
}

/** One name with its value; a dash for null. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="txt-small grid grid-cols-1 gap-x-4 gap-y-1 px-6 py-3 sm:grid-cols-3">
      <dt className="text-ui-fg-subtle font-medium">{name}</dt>
      <dd className="min-w-0 break-words sm:col-span-2">{children ?? "–"}</dd>
    </div>
  )
}
