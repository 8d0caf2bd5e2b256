import { Button, Input } from "@medusajs/ui"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { SettingsForm } from "./settings-form"

interface Draft {
  /** A new URL; empty to keep the saved one. */
  readonly url: string
  /** Whether the saved URL is removed. */
  readonly removes: boolean
  /** The host of the saved URL. */
  readonly host: string | null
}

/** The Slack-style URL that gets alerts. The saved one is a secret, so only its host is shown. */
export function AlertSlack() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("alert_settings.slack")}
      about={t("alert_settings.slack_about")}
      draftOf={({ alert_slack_host: host }) => ({ url: "", removes: false, host })}
      shows={["alert_slack_url"]}
      changeOf={({ url, removes }) => ({ alert_slack_url: removes ? null : url.trim() })}
    >
      {(editing) => (
        <Fields>
          <SlackUrl {...editing} />
        </Fields>
      )}
    </SettingsForm>
  )
}

function SlackUrl({ draft: { url, removes, host }, edit, refusal }: Editing<Draft>) {
  const t = useText()
  const saved = host ? t("alert_settings.slack_saved", { host }) : t("alert_settings.slack_hint")
  return (
    <>
      <Field
        label={t("alert_settings.slack_label")}
        hint={removes ? t("alert_settings.slack_removed") : saved}
        error={pathsIn(refusal, "alert_slack_url").length ? t("alert_settings.bad_url") : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            inputMode="url"
            autoComplete="off"
            placeholder={host ? `https://${host}/…` : undefined}
            value={url}
            disabled={removes}
            onChange={({ target }) => edit({ url: target.value })}
          />
        )}
      </Field>
      {host && (
        <Button
          size="small"
          variant="secondary"
          type="button"
          className="self-start"
          onClick={() => edit({ url: "", removes: !removes })}
        >
          {t(removes ? "alert_settings.slack_keep" : "alert_settings.slack_remove")}
        </Button>
      )}
    </>
  )
}
