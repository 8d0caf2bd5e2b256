import { Button } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { type Agent, changeAgent } from "../../api/agents"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Note } from "../common/note"
import { SaveBar } from "../common/save-bar"
import { Toggle } from "../common/toggle"
import { type Draft, draftOf, emptyRule, type Mistakes, type RuleDraft, spendingOf } from "./spending-draft"
import { SpendingRule } from "./spending-rule"

const NONE: Mistakes = {}

/** A form with an agent's spending rules, one row per currency. It is sent only when all rows are valid. */
export function SpendingForm({ of: { id, spending } }: { readonly of: Agent }) {
  const t = useText()
  const [edited, setEdited] = useState<Draft | null>(null)
  const [isChecked, setChecked] = useState(false)
  const begin = () => {
    setEdited(null)
    setChecked(false)
  }
  const change = useChange((rules: Agent["spending"]) => changeAgent(id, { spending: rules }), {
    ...{ done: t("common.saved"), path: `/clients/${id}`, onDone: begin },
  })
  const saved = draftOf(spending)
  const draft = edited ?? saved
  const read = spendingOf(draft)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!Object.keys(read.mistakes).length) change.mutate(read.spending)
  }
  const edit = (part: Partial<Draft>) => setEdited({ ...draft, ...part })
  return (
    <form className="divide-y" aria-label={t("spending.title")} noValidate onSubmit={save}>
      <Rules
        rules={draft.rules}
        mistakes={isChecked ? read.mistakes : NONE}
        edit={(rules) => edit({ rules })}
      />
      <Toggle
        label={t("spending.only_these")}
        about={t("spending.only_these_about")}
        is_on={draft.only_these_currencies}
        change={(is_on) => edit({ only_these_currencies: is_on })}
      />
      <SaveBar
        is_changed={JSON.stringify(draft) !== JSON.stringify(saved)}
        is_busy={change.isPending}
        discard={begin}
      />
    </form>
  )
}

interface Props {
  readonly rules: readonly RuleDraft[]
  readonly mistakes: Mistakes
  edit(rules: readonly RuleDraft[]): void
}

function Rules({ rules, mistakes, edit }: Props) {
  const t = useText()
  const add = () => edit([...rules, emptyRule(Math.max(-1, ...rules.map(({ key }) => key)) + 1)])
  return (
    <>
      {!rules.length && <Note>{t("spending.no_rules")}</Note>}
      {rules.map((rule) => (
        <SpendingRule
          key={rule.key}
          rule={rule}
          mistakes={mistakes}
          change={(changed) => edit(rules.map((one) => (one.key === rule.key ? changed : one)))}
          remove={() => edit(rules.filter((one) => one.key !== rule.key))}
        />
      ))}
      <div className="px-6 py-4">
        <Button size="small" type="button" variant="secondary" onClick={add}>
          {t("limits.add")}
        </Button>
      </div>
    </>
  )
}
