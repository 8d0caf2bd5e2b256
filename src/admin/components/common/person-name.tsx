import type { Person } from "../../api/names"
import { useText } from "../../i18n/use-text"
import { TextLink } from "./text-link"

/** How somebody is called here; who the store does not know any more, by the id. */
export const nameOf = ({ name, email, id }: Person): string => name ?? email ?? id

const PAGES = { user: "/settings/users", customer: "/customers" } as const

/** Somebody by name; leads to the page of whom the store still knows. */
export function PersonLink({ of }: { readonly of: Person }) {
  const { type, id, name, email } = of
  const about = [name, email ?? id].filter(Boolean).join(", ")
  if (!(name ?? email)) return <span title={about}>{id}</span>
  return (
    <TextLink to={`${PAGES[type]}/${id}`} title={about}>
      {nameOf(of)}
    </TextLink>
  )
}

/** The same, and whether it is one of the staff or a shopper. */
export function PersonName({ of }: { readonly of: Person }) {
  const t = useText()
  return (
    <>
      <PersonLink of={of} /> <span className="text-ui-fg-subtle">({t(`agents.${of.type}`)})</span>
    </>
  )
}
