import type { Agent } from "../../api/agents"
import { Money } from "../common/money"

/** The captured amount less refunds, in each currency. */
export function MoneyList({ of }: { readonly of: Agent["money"] }) {
  if (!of.length) return <>–</>
  return (
    <span className="flex flex-col">
      {of.map(({ currency, paid, refunded }) => (
        <Money key={currency} amount={paid - refunded} currency={currency} />
      ))}
    </span>
  )
}
