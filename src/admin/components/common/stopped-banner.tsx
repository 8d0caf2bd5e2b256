import { Alert, Button, Text } from "@medusajs/ui"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { TextLink } from "./text-link"

/** The banner while all agents are stopped, with a button to resume. Nothing otherwise. */
export function StoppedBanner() {
  const t = useText()
  const { data } = useSettings()
  const change = useChange(changeSettings, { done: t("stopped.resumed"), path: SETTINGS_PATH })
  if (!data?.settings.agents_stopped) return null
  return (
    <Alert variant="error" role="alert" className="border-ui-tag-red-border bg-ui-tag-red-bg">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <Text size="small" weight="plus" className="text-ui-tag-red-text">
            {t("stopped.title")}
          </Text>
          <Text size="small" className="text-ui-tag-red-text">
            {t("stopped.about")} <TextLink to="/settings/agentic-commerce">{t("stopped.settings")}</TextLink>
          </Text>
        </div>
        <Button
          size="small"
          variant="secondary"
          isLoading={change.isPending}
          onClick={() => change.mutate({ agents_stopped: false })}
        >
          {t("stopped.resume")}
        </Button>
      </div>
    </Alert>
  )
}
