import { useText } from "../../i18n/use-text"
import { momentText } from "./moment"

interface Props {
  readonly at: string | null | undefined
  /** Whether to show seconds, for events in quick succession. */
  readonly is_exact?: boolean
}

/** A time (RFC 3339) in the user's time zone, with the exact one as a tooltip. A dash without a time. */
export function When({ at, is_exact = false }: Props) {
  const { language } = useText()
  if (!at) return <>–</>
  return (
    <time dateTime={at} title={at}>
      {momentText(at, language, is_exact)}
    </time>
  )
}
