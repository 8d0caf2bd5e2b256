import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A sentence of explanation, or in place of missing content. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {children}
    </Text>
  )
}
