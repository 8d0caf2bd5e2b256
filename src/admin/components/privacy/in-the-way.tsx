import type { Obstacle } from "../../../domain/obstacle"
import { useText } from "../../i18n/use-text"
import { LIST } from "../common/lists"
import { TextLink } from "../common/text-link"

/** Why a customer's data cannot be erased yet, with links to the obstacles. */
export function ErasureObstacle({ of }: { readonly of: Obstacle }) {
  const t = useText()
  const { code, payment_id, order_id, approval_id } = of
  return (
    <div role="alert" className="txt-small flex flex-col gap-1">
      <p className="text-ui-fg-error">{t(`privacy.obstacle_${code}`)}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {payment_id && (
          <TextLink to={`${LIST.payments.to}/${payment_id}`}>{t("privacy.obstacle_payment")}</TextLink>
        )}
        {order_id && <TextLink to={`/orders/${order_id}`}>{t("privacy.obstacle_order")}</TextLink>}
        {approval_id && <TextLink to={LIST.approvals.to}>{t("privacy.obstacle_approvals")}</TextLink>}
      </p>
    </div>
  )
}
