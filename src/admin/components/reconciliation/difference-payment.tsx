import type { Difference } from "../../../domain/bank-file/difference"
import { useText } from "../../i18n/use-text"
import { TextLink } from "../common/text-link"
import { Wrapped } from "../common/wrapped"

/** How many lines of the file are named. */
const MOST_LINES = 5

/** The payment of a difference with its order number, its reference, and the file's lines about it. */
export function DifferencePayment({ of }: { readonly of: Difference }) {
  const t = useText()
  const { payment_id, shop_order_id, reference, lines } = of
  const more = lines.length > MOST_LINES ? " …" : ""
  const count = lines.length
  const named = lines.slice(0, MOST_LINES).join(", ") + more
  return (
    <Wrapped>
      {payment_id && (
        <div>
          <TextLink to={`/agentic-commerce/payments/${payment_id}`}>
            {shop_order_id === null ? payment_id : `#${shop_order_id}`}
          </TextLink>
        </div>
      )}
      <div>{reference}</div>
      {count > 0 && (
        <div className="text-ui-fg-subtle txt-compact-xsmall">
          {t("reconciliation.lines", { count, lines: named })}
        </div>
      )}
    </Wrapped>
  )
}
