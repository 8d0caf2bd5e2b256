import { Container, Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

interface Props {
  readonly title: string
  /** One sentence of explanation. */
  readonly about?: string
  /** Buttons to the right of the title. */
  readonly actions?: ReactNode
  /** "h1" for the title of the page, "h2" for all other cards. */
  readonly level?: "h1" | "h2"
  readonly children?: ReactNode
}

/** A card of a page, its parts separated by lines. */
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
