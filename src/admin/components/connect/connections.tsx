import { Alert, Code, Copy } from "@medusajs/ui"
import type { ReactNode } from "react"
import { registrationBarriers } from "../../../domain/registration"
import { useSettings } from "../../api/settings"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Loaded } from "../common/loaded"
import { TextLink } from "../common/text-link"
import { pathOfTab, type SettingsTab } from "../settings/tabs"
import { type Connection, connectionsTo } from "./assistants"

/**
 * The ways to connect each assistant, with a warning while the channel is off, and for each rule of registration that keeps
 * new assistants out.
 */
export function Connections() {
  const t = useText()
  return (
    <Loaded of={useSettings()}>
      {({ settings, base_url }) => (
        <>
          {!settings.ucp_enabled && (
            <Barred tab="channels" change={t("connect.switch_on")}>
              {t("connect.off")}
            </Barred>
          )}
          {registrationBarriers(settings).map((barrier) => (
            <Barred key={barrier} tab="access" change={t("connect.change_rules")}>
              {t(`connect.barrier_${barrier}`)}
            </Barred>
          ))}
          <Facts>
            {connectionsTo(base_url).map((connection) => (
              <Way key={connection.id} {...connection} />
            ))}
          </Facts>
        </>
      )}
    </Loaded>
  )
}

interface BarredProps {
  /** The tab of the settings that has the cause. */
  readonly tab: SettingsTab
  /** The text of the link to that tab. */
  readonly change: string
  readonly children: ReactNode
}

/** A reason for which assistants cannot connect, and a link to where it is changed. */
function Barred({ tab, change, children }: BarredProps) {
  return (
    <div className="px-6 py-4">
      <Alert variant="warning" role="alert">
        {children} <TextLink to={pathOfTab(tab)}>{change}</TextLink>
      </Alert>
    </div>
  )
}

function Way({ id, copied, link }: Connection) {
  const t = useText()
  return (
    <Fact name={t(`connect.${id}`)}>
      <div className="flex flex-col items-start gap-2">
        <span>{t(`connect.${id}_about`)}</span>
        <span className="flex max-w-full items-center gap-2">
          <Code className="min-w-0 break-all">{copied}</Code>
          <Copy content={copied} aria-label={t("connect.copy", { name: t(`connect.${id}`) })} />
        </span>
        {link && (
          <a className="text-ui-fg-base font-medium underline" href={link} {...inTab(link)}>
            {t("connect.open", { name: t(`connect.${id}`) })}
          </a>
        )}
      </div>
    </Fact>
  )
}

/** A page opens in another tab. Links of programs open none. */
const inTab = (link: string) => (link.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {})
