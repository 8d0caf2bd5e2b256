import { Button, Input } from "@medusajs/ui"
import { useState } from "react"
import { useChange } from "../../api/use-change"
import { type Range, replay } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { Choice } from "../common/choice"
import { Field } from "../common/field"
import { momentOf } from "../common/moment"
import { Side } from "./side"

/** Prompts for the deliveries to send again. */
export function Replay({ id, close }: { readonly id: string; close(): void }) {
  const t = useText()
  const [state, setState] = useState<Range["state"]>("dead")
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  // An invalid time must not lead to a replay without that bound.
  const wrongIn = (typed: string) => (typed && !momentOf(typed) ? t("common.no_time") : undefined)
  const wrong = {
    from: wrongIn(from),
    to: wrongIn(to) ?? (from && to && from >= to ? t("webhooks.to_before_from") : undefined),
  }
  const change = useChange<void, number>(
    () => replay(id, { state, from: momentOf(from), to: momentOf(to) }),
    {
      done: (count) => t("webhooks.replayed", { count }),
      onDone: close,
    }
  )
  const options = (["dead", "all"] as const).map((which) => [which, t(`webhooks.replay_${which}`)] as const)
  const send = (
    <Button
      size="small"
      disabled={Boolean(wrong.from ?? wrong.to)}
      isLoading={change.isPending}
      onClick={() => change.mutate()}
    >
      {t("webhooks.replay")}
    </Button>
  )
  return (
    <Side title={t("webhooks.replay_title")} close={close} actions={send}>
      <div className="flex flex-col gap-4 px-6 py-4">
        <p className="txt-small text-ui-fg-subtle">{t("webhooks.replay_about")}</p>
        <Field label={t("webhooks.replay_which")}>
          {(wiring) => <Choice {...wiring} value={state} options={options} choose={setState} />}
        </Field>
        <Moment label={t("webhooks.from")} value={from} type={setFrom} error={wrong.from} />
        <Moment label={t("webhooks.to")} value={to} type={setTo} error={wrong.to} />
      </div>
    </Side>
  )
}

interface MomentProps {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  type(value: string): void
}

function Moment({ label, value, error, type }: MomentProps) {
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          type="datetime-local"
          max="9999-12-31T23:59"
          value={value}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Field>
  )
}
