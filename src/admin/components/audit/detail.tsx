import type { Entry } from "../../api/audit"
import { useText } from "../../i18n/use-text"
import { partsOf } from "../common/parts"
import { Wrapped } from "../common/wrapped"

/** The details of an entry, under the server's member names. */
export function Detail({ of }: { readonly of: Entry["detail"] }) {
  const { language } = useText()
  const parts = partsOf(of, language)
  if (!parts.length) return <>–</>
  return (
    <Wrapped>
      <dl className="txt-compact-xsmall flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(([name, text]) => (
          <div key={name} className="flex min-w-0 flex-wrap gap-x-1">
            <dt className="font-mono">{name}:</dt>
            <dd className="text-ui-fg-base min-w-0">{text}</dd>
          </div>
        ))}
      </dl>
    </Wrapped>
  )
}
