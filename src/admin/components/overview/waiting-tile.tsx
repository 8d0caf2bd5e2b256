import { useAttention } from "../../api/attention"
import { type TextKey, useText } from "../../i18n/use-text"
import { Count, COUNTED } from "../common/count"
import { TextLink } from "../common/text-link"
import { Tile } from "./tile"

interface Waiting {
  readonly count: "approvals" | "payments" | "disputes"
  readonly name: TextKey
  /** The list that shows exactly the counted items. */
  readonly to: string
}

const WAITING: readonly Waiting[] = [
  { count: "approvals", name: "approvals.menu", to: "/agentic-commerce/approvals" },
  { count: "payments", name: "overview.in_review", to: "/agentic-commerce/payments?tab=review" },
  { count: "disputes", name: "overview.disputes", to: "/agentic-commerce/payments?display_status=disputed" },
]

/** What waits for the merchant's decision, each with a link to its list. */
export function WaitingTile() {
  const t = useText()
  const { data } = useAttention()
  return (
    <Tile title={t("overview.waiting")}>
      <ul className="txt-small flex flex-col gap-1">
        {WAITING.map(({ count, name, to }) => (
          <li key={count} className="flex justify-between gap-3">
            <TextLink to={to}>{t(name)}</TextLink>
            {data ? <Count of={data.attention[count]} limit={COUNTED.attention} /> : "–"}
          </li>
        ))}
      </ul>
    </Tile>
  )
}
