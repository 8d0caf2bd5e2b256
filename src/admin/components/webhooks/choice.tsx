import { Select } from "@medusajs/ui"

interface Props<Value extends string> {
  /** What is chosen. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly name: string }[]
  choose(value: NoInfer<Value>): void
}

/** One of a few, beside a list. */
export function Choice<Value extends string>({ label, value, options, choose }: Props<Value>) {
  return (
    <Select size="small" value={value} onValueChange={(chosen) => choose(chosen as Value)}>
      <Select.Trigger aria-label={label} className="w-44">
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {options.map(({ value, name }) => (
          <Select.Item key={value} value={value}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
