import { Input } from "@medusajs/ui"
import { CUSTOMER_REFUNDS, RETURN_WINDOW_BOUNDS, STAFF_REFUNDS } from "../../../domain/refund-rules"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Choices } from "../common/choices"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { Toggle } from "../common/toggle"
import { CurrencyLimits } from "./currency-limits"
import { isOncePerCurrency } from "./currency-limits-draft"
import { draftOf, REFUND_LIMITS, type RefundDraft, rulesIn } from "./refund-draft"
import { SettingsForm } from "./settings-form"

const WINDOW = "refunds.return_window_days"

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
      shows={["refunds.limits", WINDOW]}
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
      <Choices
        label={t("refunds.customer_clients")}
        choices={CUSTOMER_REFUNDS.map((value) => ({
          value,
          label: t(`refunds.customer_${value}`),
          about: t(`refunds.customer_${value}_about`),
        }))}
        value={draft.customer_clients}
        choose={(customer_clients) => edit({ customer_clients })}
      />
      <Choices
        label={t("refunds.staff_clients")}
        choices={STAFF_REFUNDS.map((value) => ({
          value,
          label: t(`refunds.staff_${value}`),
          about: t(`refunds.staff_${value}_about`),
        }))}
        value={draft.staff_clients}
        choose={(staff_clients) => edit({ staff_clients })}
      />
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

function AfterFulfillment({ draft, edit, refusal }: Editing<RefundDraft>) {
  const t = useText()
  const [fewest, most] = RETURN_WINDOW_BOUNDS
  const bounds = t("refunds.return_window_about", { fewest, most })
  const isWrong = pathsIn(refusal, WINDOW).length > 0
  return (
    <>
      <Toggle
        label={t("refunds.after_fulfillment")}
        about={t("refunds.after_fulfillment_about")}
        is_on={draft.after_fulfillment}
        change={(after_fulfillment) => edit({ after_fulfillment })}
      />
      <Fields>
        <Field label={t("refunds.return_window")} hint={bounds} error={isWrong ? bounds : undefined}>
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
