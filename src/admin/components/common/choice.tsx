import { Select } from "@medusajs/ui"
import type { Wiring } from "./field"

/** Each value with its label. */
export type Options<Value extends string> = readonly (readonly [value: Value, name: string])[]

/** Either the control belongs to a field, or it has a label of its own. */
type Trigger = (Wiring | { readonly "aria-label": string }) & { readonly className?: string }

type Props<Value extends string> = Trigger & {
  readonly value: Value
  readonly options: Options<Value>
  choose(value: NoInfer<Value>): void
}

/** A select with a few options. */
export function Choice<Value extends string>({ value, options, choose, ...trigger }: Props<Value>) {
  return (
    <Select size="small" value={value} onValueChange={(chosen) => choose(chosen as Value)}>
      <Select.Trigger {...trigger}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {options.map(([option, name]) => (
          <Select.Item key={option} value={option}>
            {name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
