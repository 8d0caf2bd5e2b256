import { Alert, Code, Copy } from "@medusajs/ui"
import { useSettings } from "../../api/settings"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Loaded } from "../common/loaded"
import { TextLink } from "../common/text-link"
import { pathOfTab } from "../settings/tabs"
import { type Connection, connectionsTo } from "./assistants"

/** The ways to connect each assistant, with a warning while the channel is off. */
export function Connections() {
  return (
    <Loaded of={useSettings()}>
      {({ settings, base_url }) => (
        <>
          {!settings.ucp_enabled && <ChannelOff />}
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

function ChannelOff() {
  const t = useText()
  return (
    <div className="px-6 py-4">
      <Alert variant="warning" role="alert">
        {t("connect.off")} <TextLink to={pathOfTab("channels")}>{t("connect.switch_on")}</TextLink>
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
          <a className="text-ui-fg-base font-medium underline" href={link}>
            {t("connect.open", { name: t(`connect.${id}`) })}
          </a>
        )}
      </div>
    </Fact>
  )
}
