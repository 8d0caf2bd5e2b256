interface Props {
  readonly of: readonly string[]
  /** They stand in a table. */
  readonly is_cell?: boolean
}

/** What a token may be for, one below the other. */
export function Scopes({ of, is_cell = false }: Props) {
  return (
    <ul className={`txt-compact-xsmall font-mono ${is_cell ? "py-2" : ""}`}>
      {of.map((scope) => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  )
}
