import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useChange } from "../../api/use-change"
import { changeWebhook, type Webhook } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { useConfirm } from "../common/use-confirm"
import { Replay } from "./replay"

/** The actions on a webhook: send a ping if its format has one, replay deliveries, disable and enable it. */
export function WebhookActions({ webhook: { id, status, profile } }: { readonly webhook: Webhook }) {
  const t = useText()
  const [isReplaying, setReplaying] = useState(false)
  const ping = useChange<void, unknown>(() => changeWebhook(id, "ping"), { done: t("webhooks.pinged") })
  const isActive = status !== "disabled"
  return (
    <>
      {isActive && (
        <>
          {profile === "standard" && (
            <Button size="small" variant="secondary" isLoading={ping.isPending} onClick={() => ping.mutate()}>
              {t("webhooks.ping")}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={() => setReplaying(true)}>
            {t("webhooks.replay")}
          </Button>
        </>
      )}
      <EnableOrDisable id={id} isActive={isActive} />
      {isReplaying && <Replay id={id} close={() => setReplaying(false)} />}
    </>
  )
}

/**
 * Both actions are confirmed first: disabling drops pending deliveries, and enabling sends data to an external
 * server.
 */
function EnableOrDisable({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const t = useText()
  const confirm = useConfirm()
  const action = isActive ? "disable" : "enable"
  const change = useChange<void, unknown>(() => changeWebhook(id, action), { done: t(`webhooks.${action}d`) })
  const confirmAndChange = async () => {
    const question = {
      title: t(`webhooks.${action}_title`),
      about: t(`webhooks.${action}_sure`),
      action: t(`webhooks.${action}`),
      is_harmless: !isActive,
    }
    if (await confirm(question)) change.mutate()
  }
  return (
    <Button
      size="small"
      variant={isActive ? "secondary" : "primary"}
      isLoading={change.isPending}
      onClick={() => void confirmAndChange()}
    >
      {t(`webhooks.${action}`)}
    </Button>
  )
}
