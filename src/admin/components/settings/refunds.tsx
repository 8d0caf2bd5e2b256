import { Input, RadioGroup } from "@medusajs/ui"
import { CUSTOMER_REFUNDS, RETURN_WINDOW_BOUNDS, STAFF_REFUNDS } from "../../../domain/refund-rules"
import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { Toggle } from "../common/toggle"
import { CurrencyLimits } from "./currency-limits"
import { isOncePerCurrency } from "./currency-limits-draft"
import { draftOf, REFUND_LIMITS, type RefundDraft, rulesIn } from "./refund-draft"
import { SettingsForm } from "./settings-form"

/** The rules for refunds that agents request. */
export function Refunds() {
  const t = useText()
  return (
    <SettingsForm<RefundDraft>
      title={t("refunds.title")}
      about={t("refunds.about")}
      draftOf={({ refunds }) => draftOf(refunds)}
      changeOf={(draft) => ({ refunds: rulesIn(draft) })}
      canSave={({ limits }) => isOncePerCurrency(limits)}
      shows={["refunds.limits"]}
    >
      {({ draft, edit, refusal }) => (
        <>
          <Modes draft={draft} edit={edit} refusal={refusal} />
          <Limits draft={draft} edit={edit} refusal={refusal} />
          <AfterFulfillment draft={draft} edit={edit} refusal={refusal} />
          <Toggle
            label={t("refunds.manage_scope")}
            about={t("refunds.manage_scope_about")}
            is_on={draft.manage_scope}
            change={(manage_scope) => edit({ manage_scope })}
          />
        </>
      )}
    </SettingsForm>
  )
}

function Modes({ draft, edit }: Editing<RefundDraft>) {
  const t = useText()
  return (
    <Fields>
      <RadioGroup
        aria-label={t("refunds.customer_clients")}
        value={draft.customer_clients}
        onValueChange={(mode) => edit({ customer_clients: mode as RefundDraft["customer_clients"] })}
      >
        <p className="txt-compact-small-plus">{t("refunds.customer_clients")}</p>
        {CUSTOMER_REFUNDS.map((mode) => (
          <RadioGroup.ChoiceBox
            key={mode}
            value={mode}
            label={t(`refunds.customer_${mode}`)}
            description={t(`refunds.customer_${mode}_about`)}
          />
        ))}
      </RadioGroup>
      <RadioGroup
        aria-label={t("refunds.staff_clients")}
        value={draft.staff_clients}
        onValueChange={(mode) => edit({ staff_clients: mode as RefundDraft["staff_clients"] })}
      >
        <p className="txt-compact-small-plus">{t("refunds.staff_clients")}</p>
        {STAFF_REFUNDS.map((mode) => (
          <RadioGroup.ChoiceBox
            key={mode}
            value={mode}
            label={t(`refunds.staff_${mode}`)}
            description={t(`refunds.staff_${mode}_about`)}
          />
        ))}
      </RadioGroup>
    </Fields>
  )
}

function Limits({ draft, edit, refusal }: Editing<RefundDraft>) {
  const t = useText()
  return (
    <Fields>
      <CurrencyLimits
        names={REFUND_LIMITS}
        limits={draft.limits}
        texts={{
          legend: (currency) => t("refunds.limit", { currency }),
          label: (name) => t(`refunds.${name}`),
        }}
        refusal={refusal}
        member="refunds.limits"
        change={(limits) => edit({ limits })}
      />
    </Fields>
  )
}

function AfterFulfillment({ draft, edit }: Editing<RefundDraft>) {
  const t = useText()
  const [fewest, most] = RETURN_WINDOW_BOUNDS
  return (
    <>
      <Toggle
        label={t("refunds.after_fulfillment")}
        about={t("refunds.after_fulfillment_about")}
        is_on={draft.after_fulfillment}
        change={(after_fulfillment) => edit({ after_fulfillment })}
      />
      <Fields>
        <Field label={t("refunds.return_window")} hint={t("refunds.return_window_about", { fewest, most })}>
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              inputMode="numeric"
              value={draft.return_window_days}
              onChange={({ target }) => edit({ return_window_days: target.value })}
            />
          )}
        </Field>
      </Fields>
    </>
  )
}
