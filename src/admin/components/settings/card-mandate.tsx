import { Input } from "@medusajs/ui"
import { MANDATE_DAYS } from "../../../domain/card-mandate"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { draftOf, MANDATE_LIMITS, type MandateDraft, mandateOf } from "./card-mandate-draft"
import { CurrencyLimits } from "./currency-limits"
import { isOncePerCurrency } from "./currency-limits-draft"
import { SettingsForm } from "./settings-form"

/** What customers are asked to agree to when they save a card. */
export function CardMandate() {
  const t = useText()
  return (
    <SettingsForm<MandateDraft>
      title={t("card_mandate.title")}
      about={t("card_mandate.about")}
      draftOf={({ card_mandate }) => draftOf(card_mandate)}
      changeOf={(draft) => ({ card_mandate: mandateOf(draft) })}
      canSave={({ limits }) => isOncePerCurrency(limits)}
      shows={["card_mandate.days", "card_mandate.limits"]}
    >
      {(editing) => (
        <Fields>
          <Days {...editing} />
          <Limits {...editing} />
        </Fields>
      )}
    </SettingsForm>
  )
}

function Days({ draft, edit, refusal }: Editing<MandateDraft>) {
  const t = useText()
  const [fewest, most] = MANDATE_DAYS
  const bounds = t("card_mandate.days_about", { fewest, most })
  const isWrong = pathsIn(refusal, "card_mandate.days").length > 0
  return (
    <Field label={t("card_mandate.days")} hint={bounds} error={isWrong ? bounds : undefined}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          inputMode="numeric"
          className="w-24"
          value={draft.days}
          onChange={({ target }) => edit({ days: target.value })}
        />
      )}
    </Field>
  )
}

function Limits({ draft: { limits }, edit, refusal }: Editing<MandateDraft>) {
  const t = useText()
  return (
    <CurrencyLimits
      names={MANDATE_LIMITS}
      limits={limits}
      texts={{
        legend: (currency) => t("card_mandate.limit", { currency }),
        label: (name) => t(`card_mandate.${name}`),
        hint: (name) => t(`card_mandate.${name}_about`),
      }}
      refusal={refusal}
      member="card_mandate.limits"
      change={(changed) => edit({ limits: changed })}
    />
  )
}
