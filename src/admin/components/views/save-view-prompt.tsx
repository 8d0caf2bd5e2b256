import { Input } from "@medusajs/ui"
import { useState } from "react"
import { LONGEST_VIEW_NAME, type SavedView, type ViewList } from "../../../domain/saved-view"
import { useChange } from "../../api/use-change"
import { saveView } from "../../api/views"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { FormPrompt } from "../common/form-prompt"

interface Props extends Pick<SavedView, "filters" | "order"> {
  readonly list: ViewList
  /** The views that exist: saving under the name of one replaces it. */
  readonly names: readonly Pick<SavedView, "name">[]
  close(): void
}

/** Saves a view under the name that the user enters. Says so when that replaces a view. */
export function SaveViewPrompt({ list, filters, order, names, close }: Props) {
  const t = useText()
  const [typed, setTyped] = useState("")
  const name = typed.trim()
  const { mutate, isPending, error } = useChange(saveView, {
    done: t("views.saved"),
    onDone: close,
    shows_failure: true,
  })
  const replaces = names.some((view) => view.name === name)
  return (
    <FormPrompt
      title={t("views.save_title")}
      about={t("views.save_about")}
      action={t("common.save")}
      is_harmless
      is_ready={name !== ""}
      is_busy={isPending}
      refusal={error?.message}
      submit={() => mutate({ list, name, filters, order })}
      close={close}
    >
      <Field label={t("views.name")} hint={replaces ? t("views.replaces") : undefined}>
        {(wiring) => (
          <Input
            {...wiring}
            autoFocus
            autoComplete="off"
            maxLength={LONGEST_VIEW_NAME}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </FormPrompt>
  )
}
