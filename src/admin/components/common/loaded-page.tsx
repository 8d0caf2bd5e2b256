import { Container } from "@medusajs/ui"
import type { ReactNode } from "react"
import { isNotFound } from "../../api/client"
import type { List } from "./lists"
import { Failed, Loaded, type Read } from "./loaded"
import { NotFound } from "./not-found"
import { Section } from "./section"

interface Props<T> {
  /** The title until it is loaded. */
  readonly title: string
  readonly of: Read<T>
  /** The list page to link to when nothing is found at this URL. */
  readonly list: List
  children(data: T): ReactNode
}

/** The page of one object: its cards once it is loaded; before that a placeholder, or why it cannot be loaded. */
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
          <Failed error={of.error} is_old refetch={() => void of.refetch()} />
        </Container>
      )}
      {children(of.data)}
    </>
  )
}
