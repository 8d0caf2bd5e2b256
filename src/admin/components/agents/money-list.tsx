import type { Agent } from "../../api/agents"
import { Money } from "../common/money"

/** What was taken and not given back, in each currency. */
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
