interface Props {
  readonly text: string
  /** The visible text, when it is shorter than `text`. */
  readonly children?: string
}

/** Text that is truncated when it does not fit, with the full text as a tooltip. */
export function Cut({ text, children = text }: Props) {
  return <span title={text}>{children}</span>
}
