import { type FormEvent, useState } from "react"
import { type Agent, changeAgent } from "../../api/agents"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { SaveBar } from "../common/save-bar"
import { Toggle } from "../common/toggle"
import { type Draft, draftOf, type Mistakes, spendingOf } from "../rules/spending-draft"
import { SpendingFields } from "../rules/spending-fields"

const NONE: Mistakes = {}

/** The rules of one agent. Without its own, the settings' rules apply to it. */
type OwnDraft = Draft & { readonly has_own: boolean }

/** A form with an agent's own spending rules. It is sent only when all rows are valid. */
export function SpendingForm({ of: { id, spending } }: { readonly of: Agent }) {
  const t = useText()
  const [edited, setEdited] = useState<OwnDraft | null>(null)
  const [isChecked, setChecked] = useState(false)
  const begin = () => {
    setEdited(null)
    setChecked(false)
  }
  const change = useChange((rules: Agent["spending"]) => changeAgent(id, { spending: rules }), {
    done: t("common.saved"),
    path: `/clients/${id}`,
    onDone: begin,
  })
  const saved = { ...draftOf(spending), has_own: spending !== null }
  const draft = edited ?? saved
  const read = spendingOf(draft)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!draft.has_own) change.mutate(null)
    else if (!Object.keys(read.mistakes).length) change.mutate(read.spending)
  }
  const edit = (part: Partial<OwnDraft>) => setEdited({ ...draft, ...part })
  return (
    <form className="divide-y" aria-label={t("spending.title")} noValidate onSubmit={save}>
      <Toggle
        label={t("spending.own")}
        about={t("spending.own_about")}
        is_on={draft.has_own}
        change={(has_own) => edit({ has_own })}
      />
      {draft.has_own && (
        <SpendingFields draft={draft} mistakes={isChecked ? read.mistakes : NONE} edit={edit} />
      )}
      <SaveBar
        is_changed={JSON.stringify(draft) !== JSON.stringify(saved)}
        is_busy={change.isPending}
        discard={begin}
      />
    </form>
  )
}
