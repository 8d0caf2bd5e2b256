import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { EntriesField } from "../common/entries-field"

interface Props {
  readonly text: string
  readonly refusal: Refusal
  /** The name of the member in the request, such as `ip_allow`. */
  readonly member: string
  edit(text: string): void
}

/** The allowed IP addresses. */
export function NetworksField({ text, refusal, member, edit }: Props) {
  const t = useText()
  return (
    <EntriesField
      label={t("rules.networks")}
      hint={t("rules.networks_hint")}
      text={text}
      wrong={pathsIn(refusal, member)}
      problem={(values) => t("rules.bad_networks", { values })}
      edit={edit}
    />
  )
}
