import { Text } from "@medusajs/ui"
import { useNewestPayments } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { DataTable } from "../common/data-table"
import { Empty } from "../common/empty"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { TextLink } from "../common/text-link"
import { usePaymentColumns } from "../payments/payment-table"

/** How many payments are shown. */
const NEWEST = 5

/** The newest payments, with a link to all of them. */
export function RecentPayments() {
  const t = useText()
  const columns = usePaymentColumns()
  return (
    <Section
      title={t("overview.recent")}
      actions={
        <Text size="small" leading="compact">
          <TextLink to="/agentic-commerce/payments">{t("payments.all")}</TextLink>
        </Text>
      }
    >
      <Loaded of={useNewestPayments(NEWEST)}>
        {({ payments }) =>
          payments.length ? (
            <DataTable
              label={t("overview.recent")}
              rows={payments}
              columns={columns}
              keyOf={({ payment_id }) => payment_id}
              to={({ payment_id }) => `/agentic-commerce/payments/${payment_id}`}
            />
          ) : (
            <Empty title={t("payments.empty")} about={t("payments.empty_about")} />
          )
        }
      </Loaded>
    </Section>
  )
}
