import { scopeSentence } from "../../../domain/scope-sentences"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly of: readonly string[]
  /** Whether the list is in a table cell. */
  readonly is_cell?: boolean
}

/** What scopes allow, one sentence per line as on the consent page, each with the scope's name as a tooltip. */
export function Scopes({ of, is_cell = false }: Props) {
  const { language } = useText()
  return (
    <ul className={is_cell ? "txt-compact-small whitespace-normal py-2" : ""}>
      {of.map((scope) => (
        <li key={scope} title={scope}>
          {scopeSentence(scope, language)}
        </li>
      ))}
    </ul>
  )
}
