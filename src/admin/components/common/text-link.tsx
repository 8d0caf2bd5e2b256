import type { ReactNode } from "react"
import { Link } from "react-router-dom"

const LOOK = "text-ui-fg-base font-medium"

interface Props {
  readonly to: string
  /** All of it, where it may be cut. */
  readonly title?: string
  readonly children: ReactNode
}

/** Leads to another page of the dashboard. */
export function TextLink({ children, ...link }: Props) {
  return (
    <Link {...link} className={`${LOOK} break-words underline`}>
      {children}
    </Link>
  )
}

/** Leads to the page of a row, as all of the row does. */
export function RowLink({ children, ...link }: Props) {
  return (
    <Link {...link} className={`${LOOK} hover:underline`}>
      {children}
    </Link>
  )
}

/** An address outside of the dashboard, which is opened beside it. */
export function AddressLink({ url }: { readonly url: string }) {
  return (
    <a className={`${LOOK} min-w-0 break-all underline`} href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}
