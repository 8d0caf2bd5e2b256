import { Container } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Failed, Loaded, type Read } from "./loaded"
import { Section } from "./section"

interface Props<T> {
  /** What stands over its place until it is read. */
  readonly title: string
  readonly of: Read<T>
  children(data: T): ReactNode
}

/** The page of one thing: its cards once it was read, and before that one that tells so, or why it cannot be had. */
export function LoadedPage<T>({ title, of, children }: Props<T>) {
  if (of.data === undefined)
    return (
      <Section level="h1" title={title}>
        <Loaded of={of}>{() => null}</Loaded>
      </Section>
    )
  return (
    <>
      {of.error && (
        <Container className="p-0">
          <Failed error={of.error} is_old again={() => void of.refetch()} />
        </Container>
      )}
      {children(of.data)}
    </>
  )
}
