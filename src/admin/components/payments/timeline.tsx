import { Text } from "@medusajs/ui"
import type { Entry } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { When } from "../common/when"
import { EntryDetail } from "./entry-detail"
import { titleOf } from "./entry-title"

interface Props {
  readonly entries: readonly Entry[]
  readonly currency: string
}

const PROBLEMS = ["review", "sca_failed", "answer_refused", "task_failed"]

/** The color of an entry: problems stand out in red. */
function dotOf({ kind, code, detail }: Entry): string {
  const isProblem = PROBLEMS.some((one) => `${kind}_${code}`.startsWith(one)) || detail.state === "failing"
  if (isProblem && code !== "resolved") return "bg-ui-tag-red-icon"
  return kind === "order" || code === "approved" || code === "done"
    ? "bg-ui-tag-green-icon"
    : "bg-ui-tag-neutral-icon"
}

/** The timeline of a payment, oldest first. */
export function Timeline({ entries, currency }: Props) {
  const t = useText()
  return (
    <ol className="flex flex-col px-6 py-4">
      {entries.map((entry, place) => (
        <li key={place} className="relative flex gap-3 pb-4 last:pb-0">
          {place < entries.length - 1 && (
            <span aria-hidden className="bg-ui-border-base absolute bottom-0 left-[3.5px] top-4 w-px" />
          )}
          <span aria-hidden className={`mt-1.5 size-2 shrink-0 rounded-full ${dotOf(entry)}`} />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-x-4">
              <Text size="small" weight="plus" className="min-w-0 break-words">
                {titleOf(entry, t)}
              </Text>
              <Text size="xsmall" className="text-ui-fg-subtle shrink-0">
                <When at={entry.at} is_exact />
              </Text>
            </div>
            <EntryDetail entry={entry} currency={currency} />
          </div>
        </li>
      ))}
    </ol>
  )
}
