import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { partsOf } from "../common/parts"

/** The members of an object under the server's names, formatted for people. */
export function Members({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  const { language } = useText()
  return (
    <Facts>
      {partsOf(of, language).map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
    </Facts>
  )
}
