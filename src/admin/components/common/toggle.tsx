import { Label, Switch, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

interface Props {
  readonly label: string
  /** What the switch enables. */
  readonly about: ReactNode
  readonly is_on: boolean
  readonly is_busy?: boolean
  change(is_on: boolean): void
}

/** A switch with a label and an explanation. */
export function Toggle({ label, about, is_on, is_busy = false, change }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4 px-6 py-4">
      <div className="flex min-w-0 flex-col items-start">
        <Label htmlFor={id} size="small" weight="plus">
          {label}
        </Label>
        <Text id={`${id}-about`} size="small" className="text-ui-fg-subtle">
          {about}
        </Text>
      </div>
      <Switch
        id={id}
        className="shrink-0"
        aria-describedby={`${id}-about`}
        checked={is_on}
        disabled={is_busy}
        onCheckedChange={change}
      />
    </div>
  )
}
