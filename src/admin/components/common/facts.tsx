import type { ReactNode } from "react"

/** Names and what they are, one below the other on a narrow page. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y">{children}</dl>
}

/** One of them. What is null is not there. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="txt-small grid grid-cols-1 gap-x-4 gap-y-1 px-6 py-3 sm:grid-cols-3">
      <dt className="text-ui-fg-subtle font-medium">{name}</dt>
      <dd className="min-w-0 break-words sm:col-span-2">{children ?? "–"}</dd>
    </div>
  )
}
