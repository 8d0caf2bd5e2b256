import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId } from "react"
import { type SalesChannel, useSalesChannels } from "../../api/sales-channels"
import { useText } from "../../i18n/use-text"
import { Fields } from "../common/field"
import { Loaded } from "../common/loaded"
import { SettingsForm } from "./settings-form"

/** The sales channels whose products agents see. */
export function SalesChannels() {
  const t = useText()
  const channels = useSalesChannels()
  return (
    <SettingsForm
      title={t("settings.channels")}
      about={t("settings.channels_about")}
      draftOf={({ ucp_sales_channels }) => ({ ids: [...ucp_sales_channels].sort() })}
      changeOf={({ ids }) => ({ ucp_sales_channels: ids })}
    >
      {({ draft, edit }) => (
        <Loaded of={channels}>
          {({ sales_channels }) => (
            <div role="group" aria-label={t("settings.channels")}>
              <Fields>
                {withLost(sales_channels, draft.ids).map((channel) => (
                  <Channel
                    key={channel.id}
                    channel={channel}
                    is_shown={draft.ids.includes(channel.id)}
                    show={(is_shown) => edit({ ids: changed(draft.ids, channel.id, is_shown) })}
                  />
                ))}
                {!draft.ids.length && (
                  <Text size="small" className="text-ui-fg-subtle">
                    {t("settings.channels_default")}
                  </Text>
                )}
              </Fields>
            </div>
          )}
        </Loaded>
      )}
    </SettingsForm>
  )
}

const changed = (ids: readonly string[], id: string, is_shown: boolean) =>
  (is_shown ? [...ids, id] : ids.filter((one) => one !== id)).sort()

/** Adds selected channels that no longer exist, so that they can be deselected. */
function withLost(channels: readonly SalesChannel[], ids: readonly string[]): readonly SalesChannel[] {
  const lost = ids.filter((id) => !channels.some((channel) => channel.id === id))
  return [...channels, ...lost.map((id) => ({ id, name: id, is_disabled: true }))]
}

interface Props {
  readonly channel: SalesChannel
  readonly is_shown: boolean
  show(is_shown: boolean): void
}

function Channel({ channel: { name, is_disabled }, is_shown, show }: Props) {
  const t = useText()
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <Checkbox id={id} checked={is_shown} onCheckedChange={(checked) => show(checked === true)} />
      <Label htmlFor={id} size="small" className="min-w-0 break-words">
        {is_disabled ? t("settings.channel_disabled", { name }) : name}
      </Label>
    </div>
  )
}
