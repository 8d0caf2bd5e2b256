import { type TextKey, useText } from "../../i18n/use-text"

/** A page's name in the breadcrumbs. */
export function Crumb({ text }: { readonly text: TextKey }) {
  return <>{useText()(text)}</>
}
