import { StatusBadge } from "@medusajs/ui"

/** The colors of a badge. */
export type Color = "green" | "red" | "orange" | "blue" | "grey"

interface Props {
  readonly color: Color
  readonly children: string
}

/** A state as text on one line, with its color. */
export function Badge({ color, children }: Props) {
  return (
    <StatusBadge color={color} className="whitespace-nowrap">
      {children}
    </StatusBadge>
  )
}
