import type { Payment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"

/** The agent a payment belongs to; the storefront's own belong to none. */
export function PayingAgent({ of: { client_id, client_name } }: { readonly of: Payment }) {
  const t = useText()
  return client_id ? <AgentLink id={client_id} name={client_name} /> : <>{t("payments.storefront")}</>
}
