interface Props {
  readonly text: string
  /** What is shown of it, where that is not all. */
  readonly children?: string
}

/** Text that is cut where it does not fit in; all of it appears beside the pointer. */
export function Cut({ text, children = text }: Props) {
  return <span title={text}>{children}</span>
}
