import type { ReactNode } from "react"

/** One row of the details of an approval. */
export function Item({ name, is }: { readonly name: string; readonly is: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 px-3 py-2">
      <dt className="text-ui-fg-subtle min-w-20 break-words">{name}</dt>
      <dd className="min-w-20 text-right [overflow-wrap:anywhere]">{is}</dd>
    </div>
  )
}
