import { Copy } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { TextLink } from "../common/text-link"
import { pageFor } from "./step-places"

interface Props {
  /** The name of the check result's text, such as `surfaces_off`. */
  readonly of: string
  readonly text: string
  /** The address in the advice that the merchant gives to the bank. */
  readonly address?: unknown
}

/** What to do about a check result, with a link to where it is done, and a copy button for an address. */
export function Advice({ of, text, address }: Props) {
  const t = useText()
  const place = pageFor(of)
  return (
    <p className="text-ui-fg-subtle">
      → {text} {place && <TextLink to={place.to}>{t(place.name)}</TextLink>}
      {typeof address === "string" && (
        <Copy
          variant="mini"
          className="align-middle"
          content={address}
          aria-label={t("diagnostics.copy_address")}
        />
      )}
    </p>
  )
}
