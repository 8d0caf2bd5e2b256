import { useText } from "../../i18n/use-text"
import { momentText } from "./moment"

interface Props {
  readonly at: string | null | undefined
  /** Where seconds tell what came first. */
  readonly is_exact?: boolean
}

/** A time (RFC 3339) in the viewer's own zone; the exact one appears beside the pointer. Without one, a dash. */
export function When({ at, is_exact = false }: Props) {
  const { language } = useText()
  if (!at) return <>–</>
  return (
    <time dateTime={at} title={at}>
      {momentText(at, language, is_exact)}
    </time>
  )
}
