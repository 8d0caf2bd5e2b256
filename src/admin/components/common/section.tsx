import { Container, Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

interface Props {
  readonly title: string
  /** One sentence on what this is about. */
  readonly about?: string
  /** What can be done, at the right of the title. */
  readonly actions?: ReactNode
  /** The page's own title is its first heading; the others are below it. */
  readonly level?: "h1" | "h2"
  readonly children?: ReactNode
}

/** A card of a page. Its parts are divided by lines. */
export function Section({ title, about, actions, level = "h2", children }: Props) {
  const id = useId()
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div className="min-w-0 flex-1 basis-60 break-words">
          <Heading level={level} id={id}>
            {title}
          </Heading>
          {about && (
            <Text size="small" className="text-ui-fg-subtle">
              {about}
            </Text>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </Container>
  )
}
