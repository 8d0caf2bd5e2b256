import { Button } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useText } from "../../i18n/use-text"
import type { Filters } from "./use-filters"

interface Props {
  readonly of: Pick<Filters<string>, "is_narrowed" | "clear">
  readonly children: ReactNode
}

/** The filters above a list, and a way to take them all away. */
export function FilterBar({ of: { is_narrowed, clear }, children }: Props) {
  const t = useText()
  return (
    <div>
      <div
        role="search"
        className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        {children}
      </div>
      {is_narrowed && (
        <div className="px-4 pb-4">
          <Button size="small" variant="transparent" onClick={clear}>
            {t("common.clear_filters")}
          </Button>
        </div>
      )}
    </div>
  )
}
