import { Button } from "@medusajs/ui"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { useConfirm } from "../common/use-confirm"

/** The button that stops all agents, after a confirmation. None while they are stopped: the banner then allows them again. */
export function StopAgents() {
  const t = useText()
  const confirm = useConfirm()
  const { data } = useSettings()
  const change = useChange(changeSettings, { done: t("common.saved"), path: SETTINGS_PATH })
  if (!data || data.settings.agents_stopped) return null
  const question = {
    title: t("settings.stop_title"),
    about: t("settings.stop_sure"),
    action: t("settings.stop"),
  }
  const stop = async () => {
    if (await confirm(question)) change.mutate({ agents_stopped: true })
  }
  return (
    <Button size="small" variant="danger" isLoading={change.isPending} onClick={() => void stop()}>
      {t("settings.stop")}
    </Button>
  )
}
