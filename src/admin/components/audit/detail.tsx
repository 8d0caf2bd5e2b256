import { IconButton } from "@medusajs/ui"
import { ChevronDownMini, ChevronRightMini } from "@medusajs/icons"
import { useId, useState } from "react"
import type { Entry } from "../../api/audit"
import { useText } from "../../i18n/use-text"
import { type Part, partsOf } from "../common/parts"
import { Wrapped } from "../common/wrapped"

/** The details of an entry on one line, truncated when they do not fit; a button shows all of them. */
export function Detail({ of }: { readonly of: Entry["detail"] }) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const parts = partsOf(of, t.language)
  if (!parts.length) return <>–</>
  const Chevron = isOpen ? ChevronDownMini : ChevronRightMini
  return (
    <div className="flex min-w-0 items-center gap-x-1">
      <IconButton
        size="2xsmall"
        variant="transparent"
        className="shrink-0 self-start"
        aria-label={t("common.details")}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron />
      </IconButton>
      <div id={id} className="min-w-0 flex-1">
        {isOpen ? <Whole of={parts} /> : <Summary of={parts} />}
      </div>
    </div>
  )
}

/** The id of the request is only of use for a search in the log. */
function Summary({ of }: { readonly of: readonly Part[] }) {
  const shown = of.filter(([name]) => name !== "request_id")
  const text = (shown.length ? shown : of).map((part) => part.join(": ")).join(" · ")
  return (
    <div className="truncate" title={text}>
      {text}
    </div>
  )
}

/** All details, under the server's member names. */
function Whole({ of }: { readonly of: readonly Part[] }) {
  return (
    <Wrapped>
      <dl className="txt-compact-xsmall flex flex-wrap gap-x-4 gap-y-1">
        {of.map(([name, text]) => (
          <div key={name} className="flex min-w-0 flex-wrap gap-x-1">
            <dt className="font-mono">{name}:</dt>
            <dd className="text-ui-fg-base min-w-0">{text}</dd>
          </div>
        ))}
      </dl>
    </Wrapped>
  )
}
