import { Heading } from "@medusajs/ui"
import type { CurrencyFunnel } from "../../../domain/funnel"
import { useText } from "../../i18n/use-text"
import { failureIn } from "../common/reason-words"
import { Share } from "./share"

interface Props {
  readonly of: CurrencyFunnel
}

/**
 * The payments that were not paid, by reason: failed payments, the most frequent reason first, then pending payments.
 * Renders nothing if there are no payments.
 */
export function Dropped({ of: { payments, dropped, pending } }: Props) {
  const t = useText()
  if (!payments) return null
  const reasons = dropped.map(({ reason, code, count }): Reason => {
    const why = code && failureIn({ code }, t)
    return [`${t(`overview.drop_${reason}`)}${why ? `: ${why}` : ""}`, count]
  })
  return (
    <Reasons
      title={t("overview.not_paid")}
      whole={payments}
      of={pending ? [...reasons, [t("overview.pending"), pending]] : reasons}
    />
  )
}

/**
 * Why carts and checkouts did not lead to a payment. Renders nothing if all did. Shows no percentages: some reasons count
 * attempts and others count checkouts, so they have no common total.
 */
export function EndedEarly({ of: { ended_early } }: Props) {
  const t = useText()
  if (!ended_early.length) return null
  const reasons = ended_early.map(({ reason, count }): Reason => [t(`overview.drop_${reason}`), count])
  return <Reasons title={t("overview.ended_early")} of={reasons} />
}

type Reason = readonly [text: string, count: number]

interface ReasonsProps {
  readonly title: string
  readonly of: readonly Reason[]
  /** The total of which each reason is a share. Omitted if the reasons have no common total. */
  readonly whole?: number
}

function Reasons({ title, of, whole = 0 }: ReasonsProps) {
  const t = useText()
  return (
    <>
      <Heading level="h3">{title}</Heading>
      {!of.length && <p className="txt-small text-ui-fg-subtle">{t("overview.all_paid")}</p>}
      <ul className="txt-small flex flex-col gap-1">
        {of.map(([text, count]) => (
          <li key={text} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{text}</span>
            <span className="shrink-0 tabular-nums">
              {count} <Share of={count} in={whole} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
