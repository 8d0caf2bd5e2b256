import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useChange } from "../../api/use-change"
import { act, type Webhook } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { useConfirm } from "../common/use-confirm"
import { Replay } from "./replay"

/** The actions on a webhook: send a ping, replay deliveries, disable and enable it. */
export function WebhookActions({ webhook: { id, status } }: { readonly webhook: Webhook }) {
  const t = useText()
  const [isReplaying, setReplaying] = useState(false)
  const ping = useChange<void, unknown>(() => act(id, "ping"), { done: t("webhooks.pinged") })
  const isActive = status !== "disabled"
  return (
    <>
      {isActive && (
        <>
          <Button size="small" variant="secondary" isLoading={ping.isPending} onClick={() => ping.mutate()}>
            {t("webhooks.ping")}
          </Button>
          <Button size="small" variant="secondary" onClick={() => setReplaying(true)}>
            {t("webhooks.replay")}
          </Button>
        </>
      )}
      <Switched id={id} isActive={isActive} />
      {isReplaying && <Replay id={id} close={() => setReplaying(false)} />}
    </>
  )
}

/**
 * Both actions are confirmed first: disabling drops pending deliveries, and enabling sends data to an external
 * server.
 */
function Switched({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const t = useText()
  const confirm = useConfirm()
  const what = isActive ? "disable" : "enable"
  const change = useChange<void, unknown>(() => act(id, what), { done: t(`webhooks.${what}d`) })
  const ask = async () => {
    const question = {
      title: t(`webhooks.${what}_title`),
      about: t(`webhooks.${what}_sure`),
      action: t(`webhooks.${what}`),
      is_harmless: !isActive,
    }
    if (await confirm(question)) change.mutate()
  }
  return (
    <Button
      size="small"
      variant={isActive ? "secondary" : "primary"}
      isLoading={change.isPending}
      onClick={() => void ask()}
    >
      {t(`webhooks.${what}`)}
    </Button>
  )
}
