import { Fact, Facts } from "../common/facts"

/** Members of an object under their own names: what is inside one is told as it is written. */
export function Members({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  return (
    <Facts>
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === "object" && value !== null ? <Written value={value} /> : String(value)}
        </Fact>
      ))}
    </Facts>
  )
}

function Written({ value }: { readonly value: object }) {
  return (
    <pre tabIndex={0} className="overflow-x-auto whitespace-pre-wrap break-all font-mono">
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
