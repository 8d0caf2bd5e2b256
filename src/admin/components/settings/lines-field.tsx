import { Textarea } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { linesIn } from "./lines"

interface Props {
  readonly label: string
  readonly text: string
  /** Which lines were refused, by their places. */
  readonly wrong: readonly string[]
  /** What is wrong with such lines. */
  problem(values: string): string
  edit(text: string): void
}

/** Values, one a line, and beside them those that were refused. */
export function LinesField({ label, text, wrong, problem, edit }: Props) {
  const t = useText()
  const lines = linesIn(text)
  const values = wrong.map((place) => lines[Number(place)] ?? place).join(", ")
  return (
    <Field label={label} hint={t("settings.one_per_line")} error={wrong.length ? problem(values) : undefined}>
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={4}
          spellCheck={false}
          className="font-mono"
          value={text}
          onChange={({ target }) => edit(target.value)}
        />
      )}
    </Field>
  )
}
