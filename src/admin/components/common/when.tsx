import { useText } from "../../i18n/use-text"

/** A time (RFC 3339) in the viewer's own zone; the exact one appears beside the pointer. Without one, a dash. */
export function When({ at }: { readonly at: string | null | undefined }) {
  const { language } = useText()
  if (!at) return <>–</>
  const text = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" })
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  )
}
