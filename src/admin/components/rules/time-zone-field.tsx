import { Input } from "@medusajs/ui"
import { useId } from "react"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"

interface Props {
  readonly zone: string
  readonly is_wrong: boolean
  edit(zone: string): void
}

/** A time zone (IANA), with suggestions from the browser. */
export function TimeZoneField({ zone, is_wrong, edit }: Props) {
  const t = useText()
  const known = useId()
  return (
    <Field label={t("rules.time_zone")} error={is_wrong ? t("rules.bad_zone", { value: zone }) : undefined}>
      {(wiring) => (
        <>
          <Input
            {...wiring}
            size="small"
            list={known}
            value={zone}
            onChange={({ target }) => edit(target.value)}
          />
          <datalist id={known}>
            {Intl.supportedValuesOf("timeZone").map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
