import { Text } from "@medusajs/ui"
import type { Entry } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { TextLink } from "../common/text-link"
import { linesOf } from "./entry-lines"

/** The details of a timeline entry, without unknown ones. */
export function EntryDetail({ entry, currency }: { readonly entry: Entry; readonly currency: string }) {
  const t = useText()
  const { detail } = entry
  const lines = linesOf(entry, currency, t)
  return (
    <div className="text-ui-fg-subtle txt-small flex flex-col break-words">
      {lines.map((line) => (
        <Text key={line} size="small" className="min-w-0 break-words">
          {line}
        </Text>
      ))}
      {entry.kind === "task" && entry.code === "submitted" && (
        <TextLink to={`/agentic-commerce/tasks/${String(detail.task_id)}`}>
          {String(detail.skill_id ?? detail.task_id)}
        </TextLink>
      )}
    </div>
  )
}
