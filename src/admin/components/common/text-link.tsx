import type { ReactNode } from "react"
import { Link } from "react-router-dom"

const LINK_CLASS = "text-ui-fg-base font-medium"

interface Props {
  readonly to: string
  /** The full text, when the visible one may be truncated. */
  readonly title?: string
  readonly children: ReactNode
}

/** A link to another page of the dashboard. */
export function TextLink({ children, ...link }: Props) {
  return (
    <Link {...link} className={`${LINK_CLASS} break-words underline`}>
      {children}
    </Link>
  )
}

/** A link to the page of a row; a click anywhere in the row does the same. */
export function RowLink({ children, ...link }: Props) {
  return (
    <Link {...link} className={`${LINK_CLASS} hover:underline`}>
      {children}
    </Link>
  )
}

/** A link to a URL outside of the dashboard, opened in a new tab. */
export function AddressLink({ url }: { readonly url: string }) {
  return (
    <a className={`${LINK_CLASS} min-w-0 break-all underline`} href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  )
}
