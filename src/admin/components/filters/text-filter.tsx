import { Input } from "@medusajs/ui"
import { LONGEST_SEARCH } from "../../../domain/list-search"
import { Field } from "../common/field"
import type { Filters } from "./use-filters"
import { useTyped } from "./use-typed"

interface Props<Name extends string> {
  readonly of: Filters<Name>
  readonly name: Name
  readonly label: string
  readonly hint?: string
  /** Whether the field is two columns wide. */
  readonly is_wide?: boolean
}

/** A filter for rows that contain a text. */
export function TextFilter<Name extends string>(props: Props<Name>) {
  const { of, name, label, hint, is_wide = false } = props
  const typed = useTyped(of.values[name] ?? "", (text) => of.set(name, text))
  return (
    <div className={is_wide ? "sm:col-span-2" : ""}>
      <Field label={label} hint={hint}>
        {(wiring) => (
          <Input {...wiring} {...typed} size="small" enterKeyHint="search" maxLength={LONGEST_SEARCH} />
        )}
      </Field>
    </div>
  )
}
