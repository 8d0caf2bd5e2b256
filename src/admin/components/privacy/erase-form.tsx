import { Button, Input } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { type ErasureAnswer, eraseCustomer, ErasureBlocked } from "../../api/privacy"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { useConfirm } from "../common/use-confirm"
import { ErasureObstacle } from "./in-the-way"

/** Erases a customer's data, with a reason and after a confirmation. What prevents it is shown next to the reason. */
export function EraseForm({ id }: { readonly id: string }) {
  const t = useText()
  const confirm = useConfirm()
  const [reason, setReason] = useState("")
  const change = useChange(eraseCustomer, {
    done: ({ erasure }: ErasureAnswer) => t(erasure.done_at ? "privacy.erased" : "privacy.erasure_pending"),
    shows_failure: true,
  })
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    const question = {
      title: t("privacy.erase_title"),
      about: t("privacy.erase_sure"),
      action: t("privacy.erase"),
    }
    if (await confirm(question)) change.mutate({ id, reason: reason.trim() })
  }
  const { counts } = change.data?.erasure ?? {}
  const refused = change.error instanceof ErasureBlocked ? change.error.obstacle : null
  const obstacle = refused ?? change.data?.erasure.obstacle
  return (
    <form onSubmit={(event) => void erase(event)} className="flex flex-col gap-3 px-6 py-4">
      <Field
        label={t("privacy.reason")}
        hint={t("privacy.reason_about")}
        error={refused ? undefined : change.error?.message}
      >
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="small"
        variant="danger"
        className="self-start"
        disabled={!reason.trim()}
        isLoading={change.isPending}
      >
        {t("privacy.erase")}
      </Button>
      {obstacle && <ErasureObstacle of={obstacle} />}
      {counts && <Erased counts={counts} />}
    </form>
  )
}

/** The number of erased records by kind. */
function Erased({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const t = useText()
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return (
    <p role="status" className="txt-small text-ui-fg-subtle">
      {parts.length
        ? parts.map(([what, count]) => `${t.of("privacy", what)}: ${count}`).join(" · ")
        : t("privacy.nothing_erased")}
    </p>
  )
}
