import { Textarea } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { refusedIn } from "./entries"
import { Field } from "./field"

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  readonly text: string
  /** The indexes of the refused entries. */
  readonly wrong: readonly string[]
  /** The error message for refused entries. */
  problem(values: string): string
  /** The error message about the entries as a whole. */
  readonly error?: string | undefined
  edit(text: string): void
}

/** A text area with one entry per line, and the refused entries below it. */
export function EntriesField({ label, hint, text, wrong, problem, error, edit }: Props) {
  const t = useText()
  const refused = refusedIn(text, wrong)
  return (
    <Field
      label={label}
      hint={hint ?? t("common.one_per_line")}
      error={(refused && problem(refused)) || error}
    >
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
