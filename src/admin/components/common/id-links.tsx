import { TextLink } from "./text-link"

interface Props {
  /** Where the pages of those are. */
  readonly below: string
  readonly ids: readonly string[]
}

/** Ids that lead to their pages, one below the other. */
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
