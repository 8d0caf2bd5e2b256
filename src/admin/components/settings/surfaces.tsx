import type { ReactNode } from "react"
import { type Flavor, FLAVORS, NAMESPACES } from "../../../domain/scopes"
import { changeSettings, SETTINGS_PATH, useSettings } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"

/** The discovery document of each channel. The store's own app needs none. */
const DOCUMENTS: Readonly<Record<Flavor, string | null>> = {
  a2a: "/.well-known/agent-card.json",
  ucp: "/.well-known/ucp",
  acp: "/.well-known/acp.json",
  app: null,
}

/** The switches of each channel with its URLs, of anonymous browsing and of the product feed. They take effect at once. */
export function Surfaces({ actions }: { readonly actions?: ReactNode }) {
  const t = useText()
  const change = useChange(changeSettings, { done: t("common.saved"), path: SETTINGS_PATH })
  return (
    <Section title={t("settings.surfaces")} about={t("settings.surfaces_about")} actions={actions}>
      <Loaded of={useSettings()}>
        {({ settings, base_url }) => (
          <>
            {FLAVORS.map((surface) => (
              <Toggle
                key={surface}
                label={t(`settings.${surface}_enabled`)}
                about={<ChannelAddress surface={surface} base_url={base_url} />}
                is_on={settings[`${surface}_enabled`]}
                is_busy={change.isPending}
                change={(is_on) => change.mutate({ [`${surface}_enabled`]: is_on })}
              />
            ))}
            <Toggle
              label={t("settings.ucp_anonymous_enabled")}
              about={t("settings.ucp_anonymous_about")}
              is_on={settings.ucp_anonymous_enabled}
              is_busy={change.isPending}
              change={(ucp_anonymous_enabled) => change.mutate({ ucp_anonymous_enabled })}
            />
            <Toggle
              label={t("settings.acp_feed_enabled")}
              about={t("settings.acp_feed_about")}
              is_on={settings.acp_feed_enabled}
              is_busy={change.isPending}
              change={(acp_feed_enabled) => change.mutate({ acp_feed_enabled })}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** What a channel offers, and its URLs. */
function ChannelAddress({ surface, base_url }: { readonly surface: Flavor; readonly base_url: string }) {
  const t = useText()
  const document = DOCUMENTS[surface]
  return (
    <>
      {t(`settings.${surface}_about`)} {t("settings.address")}: {`${base_url}/${NAMESPACES[surface]}`}
      {document && (
        <>
          {". "}
          <a
            className="text-ui-fg-base underline"
            href={base_url + document}
            target="_blank"
            rel="noreferrer"
          >
            {t("settings.document")}
          </a>
        </>
      )}
    </>
  )
}
