import type { Person } from "../../api/names"
import { useText } from "../../i18n/use-text"
import { TextLink } from "./text-link"

/** The name of a person, or else the e-mail address or the id. */
export const nameOf = ({ name, email, id }: Person): string => name ?? email ?? id

const PAGES = { user: "/settings/users", customer: "/customers" } as const

/** A person's name, as a link to their page when the store knows them. */
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

/** The same, marked as a staff member or a customer. */
export function PersonName({ of }: { readonly of: Person }) {
  const t = useText()
  return (
    <>
      <PersonLink of={of} /> <span className="text-ui-fg-subtle">({t(`agents.${of.type}`)})</span>
    </>
  )
}
