import { Button } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Note } from "../common/note"
import { Toggle } from "../common/toggle"
import { type Draft, emptyRule, type Mistakes } from "./spending-draft"
import { SpendingRule } from "./spending-rule"

interface Props {
  readonly draft: Draft
  readonly mistakes: Mistakes
  edit(change: Partial<Draft>): void
}

/** The fields of spending rules, one row for each currency. */
export function SpendingFields({ draft: { rules, only_these_currencies }, mistakes, edit }: Props) {
  const t = useText()
  const put = (changed: Draft["rules"]) => edit({ rules: changed })
  const next = Math.max(-1, ...rules.map(({ key }) => key)) + 1
  return (
    <>
      {!rules.length && <Note>{t("spending.no_rules")}</Note>}
      {rules.map((rule) => (
        <SpendingRule
          key={rule.key}
          rule={rule}
          mistakes={mistakes}
          change={(changed) => put(rules.map((one) => (one.key === rule.key ? changed : one)))}
          remove={() => put(rules.filter((one) => one.key !== rule.key))}
        />
      ))}
      <div className="px-6 py-4">
        <Button
          size="small"
          type="button"
          variant="secondary"
          onClick={() => put([...rules, emptyRule(next)])}
        >
          {t("limits.add")}
        </Button>
      </div>
      <Toggle
        label={t("spending.only_these")}
        about={t("spending.only_these_about")}
        is_on={only_these_currencies}
        change={(is_on) => edit({ only_these_currencies: is_on })}
      />
    </>
  )
}
