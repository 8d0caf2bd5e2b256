import { TextLink } from "./text-link"

interface Props {
  /** The path below which the pages are. */
  readonly below: string
  readonly ids: readonly string[]
}

/** Ids as links to their pages, one per line. */
export function IdLinks({ below, ids }: Props) {
  if (!ids.length) return <>–</>
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <TextLink to={`${below}/${id}`}>{id}</TextLink>
        </li>
      ))}
    </ul>
  )
}
