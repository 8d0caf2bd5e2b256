import { RadioGroup } from "@medusajs/ui"
import { useId } from "react"

/** One of several values, with its label and what choosing it means. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly about: string
}

interface Props<Value extends string> {
  readonly label: string
  /** Whether the label is visible; otherwise only screen readers announce it. */
  readonly shows_label?: boolean
  readonly choices: readonly Choice<Value>[]
  /** Undefined if nothing is chosen yet. */
  readonly value: Value | undefined
  choose(value: Value): void
}

/** A choice of exactly one value. */
export function Choices<Value extends string>(props: Props<Value>) {
  const { label, shows_label = true, choices, value, choose } = props
  const id = useId()
  return (
    <RadioGroup
      {...(shows_label ? { "aria-labelledby": id } : { "aria-label": label })}
      value={value ?? ""}
      onValueChange={(chosen) => choose(chosen as Value)}
    >
      {shows_label && (
        <p id={id} className="txt-compact-small-plus">
          {label}
        </p>
      )}
      {choices.map((choice) => (
        <RadioGroup.ChoiceBox
          key={choice.value}
          value={choice.value}
          label={choice.label}
          description={choice.about}
        />
      ))}
    </RadioGroup>
  )
}
