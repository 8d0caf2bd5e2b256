import type { Payment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"

/** The agent of a payment; payments of the storefront have none. */
export function PayingAgent({ of: { client_id, client_name } }: { readonly of: Payment }) {
  const t = useText()
  return client_id ? <AgentLink id={client_id} name={client_name} /> : <>{t("payments.storefront")}</>
}
