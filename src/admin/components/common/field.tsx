import { Hint, Label } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

/** The attributes that connect a control with its label, hint and error. */
export interface Wiring {
  readonly id: string
  readonly "aria-describedby": string
  readonly "aria-invalid": boolean
}

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  /** The error of the input, shown next to it. */
  readonly error?: string | undefined
  children(wiring: Wiring): ReactNode
}

/** A control with its label, an explanation and its error. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children({ id, "aria-describedby": about, "aria-invalid": Boolean(error) })}
      <div id={about} role={error ? "alert" : undefined}>
        {(error ?? hint) && <Hint variant={error ? "error" : "info"}>{error ?? hint}</Hint>}
      </div>
    </div>
  )
}

/** The fields of a card, stacked. */
export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-col gap-4 px-6 py-4">{children}</div>
}
