import { useText } from "../../i18n/use-text"
import { Choice, type Options } from "../common/choice"
import { Field } from "../common/field"
import type { Filters } from "./use-filters"

interface Props<Name extends string> {
  readonly of: Filters<Name>
  readonly name: Name
  readonly label: string
  readonly options: Options<string>
}

const ANY = "any"

/** A filter for one of several values, or any. */
export function ChoiceFilter<Name extends string>({ of, name, label, options }: Props<Name>) {
  const t = useText()
  return (
    <Field label={label}>
      {(wiring) => (
        <Choice
          {...wiring}
          value={of.values[name] ?? ANY}
          options={[[ANY, t("common.any")], ...options]}
          choose={(chosen) => of.set(name, chosen === ANY ? undefined : chosen)}
        />
      )}
    </Field>
  )
}
