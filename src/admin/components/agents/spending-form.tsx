import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import type { Spending } from "../../../domain/spending"
import { changeSpending } from "../../api/spending"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Toggle } from "../common/toggle"
import { type Draft, draftOf, emptyRule, type Mistakes, type RuleDraft, spendingOf } from "./spending-draft"
import { SpendingRule } from "./spending-rule"

interface Props {
  readonly client_id: string
  readonly spending: Spending | null
}

/** The rules of an agent as a form, one row a currency. Nothing is sent before all of it is right. */
export function SpendingForm({ client_id, spending }: Props) {
  const t = useText()
  const [draft, setDraft] = useState<Draft>(() => draftOf(spending))
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const change = useChange(changeSpending(client_id), {
    done: t("common.saved"),
    path: `/clients/${client_id}`,
    // An answer that is what was saved before does not begin the form anew by itself.
    onDone: ({ client }) => setDraft(draftOf(client.spending)),
  })
  const { rules, only_these_currencies } = draft
  const setRules = (changed: readonly RuleDraft[]) => setDraft({ ...draft, rules: changed })
  const add = () => setRules([...rules, emptyRule(Math.max(-1, ...rules.map(({ key }) => key)) + 1)])
  const save = () => {
    const read = spendingOf(draft)
    setMistakes(read.mistakes)
    if (!Object.keys(read.mistakes).length) change.mutate(read.spending)
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(spending))
  return (
    <form
      className="divide-y"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {!rules.length && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("spending.no_rules")}
        </Text>
      )}
      {rules.map((rule) => (
        <SpendingRule
          key={rule.key}
          rule={rule}
          mistakes={mistakes}
          change={(changed) => setRules(rules.map((one) => (one.key === rule.key ? changed : one)))}
          remove={() => setRules(rules.filter((one) => one.key !== rule.key))}
        />
      ))}
      <Toggle
        label={t("spending.only_these")}
        about={t("spending.only_these_about")}
        is_on={only_these_currencies}
        change={(is_on) => setDraft({ ...draft, only_these_currencies: is_on })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Button size="small" type="button" variant="secondary" onClick={add}>
          {t("spending.add")}
        </Button>
        <div className="flex items-center gap-3">
          {isChanged && (
            <Text size="small" className="text-ui-fg-subtle">
              {t("common.unsaved")}
            </Text>
          )}
          <Button size="small" type="submit" disabled={!isChanged} isLoading={change.isPending}>
            {t("common.save")}
          </Button>
        </div>
      </div>
    </form>
  )
}
