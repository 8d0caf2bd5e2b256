import { Container } from "@medusajs/ui"
import type { ReactNode } from "react"
import { isNotFound } from "../../api/client"
import type { List } from "./lists"
import { Failed, Loaded, type Read } from "./loaded"
import { NotFound } from "./not-found"
import { Section } from "./section"

interface Props<T> {
  /** What stands over its place until it is read. */
  readonly title: string
  readonly of: Read<T>
  /** Where others of its kind are, for an address at which there is none. */
  readonly list: List
  children(data: T): ReactNode
}

/** The page of one thing: its cards once it was read, and before that one that tells so, or why it cannot be had. */
export function LoadedPage<T>({ title, of, list, children }: Props<T>) {
  if (of.error && isNotFound(of.error))
    return (
      <Section level="h1" title={title}>
        <NotFound list={list} />
      </Section>
    )
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
