import { Select } from "@medusajs/ui"
import type { Wiring } from "./field"

/** Each value with what it is called. */
export type Options<Value extends string> = readonly (readonly [value: Value, name: string])[]

/** It belongs to a field, or says itself what is chosen. */
type Trigger = (Wiring | { readonly "aria-label": string }) & { readonly className?: string }

type Props<Value extends string> = Trigger & {
  readonly value: Value
  readonly options: Options<Value>
  choose(value: NoInfer<Value>): void
}

/** One of a few. */
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
