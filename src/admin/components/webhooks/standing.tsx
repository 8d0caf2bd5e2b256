import type { Webhook } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { State } from "../common/state"

/** Whether a webhook is told anything, and why not. */
export function Standing({ of: { status, disabled_reason } }: { readonly of: Webhook }) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-2">
      <State state={status} />
      {disabled_reason && <span>{t.of("webhooks", `reason_${disabled_reason}`)}</span>}
    </span>
  )
}
