import type { Webhook } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { State } from "../common/state"
import { When } from "../common/when"

/** The status of a webhook, with its number of failures and their start, or why it is disabled. */
export function WebhookStatus({ of }: { readonly of: Webhook }) {
  const t = useText()
  const { status, disabled_reason, failures, failing_since } = of
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 py-1">
      <State state={status} />
      {disabled_reason && <span>{t.of("webhooks", `reason_${disabled_reason}`)}</span>}
      {status === "failing" && (
        <span>
          {t("webhooks.failed", { count: failures })} <When at={failing_since} />
        </span>
      )}
    </span>
  )
}
