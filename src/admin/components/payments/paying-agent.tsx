import type { Payment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"

/** The agent of a payment, and whether its customer paid in the storefront; the storefront's own payments have none. */
export function PayingAgent({ of: { client_id, client_name, route } }: { readonly of: Payment }) {
  const t = useText()
  if (!client_id) return <>{t("payments.storefront")}</>
  return (
    <>
      <AgentLink id={client_id} name={client_name} />
      {route === "storefront" && (
        <span className="text-ui-fg-subtle block text-xs">{t("payments.paid_in_storefront")}</span>
      )}
    </>
  )
}
