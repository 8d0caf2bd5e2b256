import { useState } from "react"
import { useText } from "../../i18n/use-text"
import { type Draft, draftOf, type Mistakes, spendingOf } from "../rules/spending-draft"
import { SpendingFields } from "../rules/spending-fields"
import { SettingsForm } from "./settings-form"

const NONE: Mistakes = {}

/** The spending rules of agents without their own. */
export function DefaultSpending() {
  const t = useText()
  const [isChecked, setChecked] = useState(false)
  const canSave = (draft: Draft) => {
    setChecked(true)
    return !Object.keys(spendingOf(draft).mistakes).length
  }
  return (
    <SettingsForm<Draft>
      title={t("spending.default_title")}
      about={t("spending.default_about")}
      draftOf={({ default_spending }) => draftOf(default_spending)}
      changeOf={(draft) => ({ default_spending: spendingOf(draft).spending })}
      canSave={canSave}
    >
      {({ draft, edit }) => (
        <SpendingFields draft={draft} mistakes={isChecked ? spendingOf(draft).mistakes : NONE} edit={edit} />
      )}
    </SettingsForm>
  )
}
