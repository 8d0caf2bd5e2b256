import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { partsOf } from "../common/parts"

/** Members of an object under the server's own names, as a person reads them. */
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
