import { TextLink } from "./text-link"

interface Props {
  readonly id: string
  readonly name: string | null | undefined
}

/** An agent by its name, or by its id where the store knows no name; leads to its page. */
export function AgentLink({ id, name }: Props) {
  return (
    <TextLink to={`/agentic-commerce/agents/${id}`} title={name ?? id}>
      {name ?? id}
    </TextLink>
  )
}
