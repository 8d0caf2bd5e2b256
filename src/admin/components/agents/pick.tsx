import { Select } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly label: string
  readonly value: string | undefined
  /** Each value with what it is called. */
  readonly options: readonly (readonly [value: string, label: string])[]
  /** Undefined for all of them. */
  change(value: string | undefined): void
}

const ALL = "all"

/** A filter that leaves one of some values, or all. */
export function Pick({ label, value, options, change }: Props) {
  const t = useText()
  return (
    <Select
      size="small"
      value={value ?? ALL}
      onValueChange={(chosen) => change(chosen === ALL ? undefined : chosen)}
    >
      <Select.Trigger aria-label={label} className="w-full sm:w-48">
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        <Select.Item value={ALL}>{`${label}: ${t("common.all")}`}</Select.Item>
        {options.map(([option, name]) => (
          <Select.Item key={option} value={option}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
