import { ExclamationCircle } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import type { List } from "./lists"
import { TextLink } from "./text-link"

/** The message that nothing exists at this URL, with a link to the list. */
export function NotFound({ list }: { readonly list: List }) {
  const t = useText()
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <ExclamationCircle aria-hidden className="text-ui-fg-subtle mb-2" />
      <Text size="small" className="text-ui-fg-subtle">
        {t("common.not_found_about")}
      </Text>
      <Text size="small" className="mt-2">
        <TextLink to={list.to}>{t("common.to_list", { list: t(list.name) })}</TextLink>
      </Text>
    </div>
  )
}
