interface Props {
  readonly of: readonly string[]
  /** Whether the list is in a table cell. */
  readonly is_cell?: boolean
}

/** Scopes, one per line. */
export function Scopes({ of, is_cell = false }: Props) {
  return (
    <ul className={`txt-compact-xsmall font-mono ${is_cell ? "py-2" : ""}`}>
      {of.map((scope) => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  )
}
