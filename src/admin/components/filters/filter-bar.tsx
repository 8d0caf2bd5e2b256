import { Button } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import { useText } from "../../i18n/use-text"
import { useIsPhone } from "../common/use-is-phone"
import type { Filters } from "./use-filters"

interface Props {
  readonly of: Pick<Filters<string>, "is_narrowed" | "active" | "clear">
  readonly children: ReactNode
  /** Buttons for what the filters select. */
  readonly actions?: ReactNode
}

/**
 * The filters above a list, with a button to clear them. On a phone they are behind a button, so that the list comes
 * first.
 */
export function FilterBar({ of: { is_narrowed, active, clear }, children, actions }: Props) {
  const t = useText()
  const fields = useId()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      {isPhone && (
        <div className="px-6 pt-4 last:pb-4">
          <Button
            size="small"
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={isOpen ? fields : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {active ? t("common.filters_active", { number: active }) : t("common.filters")}
          </Button>
        </div>
      )}
      {(!isPhone || isOpen) && (
        <div
          id={fields}
          role="search"
          className="grid grid-cols-1 items-start gap-4 px-6 pt-4 last:pb-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          {children}
        </div>
      )}
      {(is_narrowed || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
          {is_narrowed && (
            <Button size="small" variant="transparent" className="-ml-2" onClick={clear}>
              {t("common.clear_filters")}
            </Button>
          )}
          {actions && <div className="ml-auto">{actions}</div>}
        </div>
      )}
    </div>
  )
}
