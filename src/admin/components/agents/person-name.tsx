import type { Person } from "../../api/agents"
import { useText } from "../../i18n/use-text"

/** How somebody is called here; who the store does not know any more, by the id. */
export const nameOf = ({ name, email, id }: Person): string => name ?? email ?? id

/** Somebody, and whether it is one of the staff or a shopper. */
export function PersonName({ of }: { readonly of: Person }) {
  const t = useText()
  return (
    <span title={of.email ?? of.id}>
      {nameOf(of)} <span className="text-ui-fg-subtle">({t(`agents.${of.type}`)})</span>
    </span>
  )
}
