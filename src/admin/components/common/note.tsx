import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A sentence in the place of what is not there, or about it. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {children}
    </Text>
  )
}
