import { TextLink } from "./text-link"

interface Props {
  readonly id: string
  readonly name: string | null | undefined
}

/** A link to an agent's page, with its name, or its id when the name is unknown. */
export function AgentLink({ id, name }: Props) {
  return (
    <TextLink to={`/agentic-commerce/agents/${id}`} title={name ?? id}>
      {name ?? id}
    </TextLink>
  )
}
