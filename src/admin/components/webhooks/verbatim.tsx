import { Copy, Text } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

/** Text exactly as sent, with a copy button. JSON is shown with line breaks and copied without. */
export function Verbatim({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useText()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <Text size="small" weight="plus">
          {label}
        </Text>
        <Copy content={text} aria-label={`${t("common.copy")}: ${label}`} />
      </div>
      <pre
        className="bg-ui-bg-subtle txt-small max-h-80 overflow-auto whitespace-pre-wrap break-all rounded-md border p-3 font-mono"
        role="group"
        tabIndex={0}
        aria-label={label}
      >
        {readable(text)}
      </pre>
    </div>
  )
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
