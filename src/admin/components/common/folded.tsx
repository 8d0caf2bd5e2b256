import { ChevronDown, ChevronRight } from "@medusajs/icons"
import { Button, Container } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import { TextLink } from "./text-link"

interface Props {
  readonly title: string
  /** The content in one line, which is also shown while the card is closed. */
  readonly summary?: ReactNode
  /** The page that shows more. */
  readonly more: { readonly to: string; readonly text: string }
  /** The key of the browser's storage that contains whether the card is open. */
  readonly storage_key: string
  /** Whether it is open until the user closes it. */
  readonly opens_first?: boolean
  readonly children: ReactNode
}

/** A card next to one of Medusa's lists that the user opens and closes. The browser keeps it as they left it. */
export function Folded({ title, summary, more, storage_key, opens_first = false, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(
    () => (localStorage.getItem(storage_key) ?? (opens_first ? OPEN : CLOSED)) === OPEN
  )
  const toggle = () => {
    localStorage.setItem(storage_key, isOpen ? CLOSED : OPEN)
    setOpen(!isOpen)
  }
  return (
    <Container role="region" aria-label={title} className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
        <Button variant="transparent" size="small" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {title}
        </Button>
        {summary && <span className="txt-small text-ui-fg-subtle">{summary}</span>}
        <span className="txt-small">
          <TextLink to={more.to}>{more.text}</TextLink>
        </span>
      </div>
      <div id={id}>{isOpen && children}</div>
    </Container>
  )
}

const OPEN = "open"
const CLOSED = "closed"
