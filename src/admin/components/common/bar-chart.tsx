interface Bar {
  /** The position on the axis, such as a day. */
  readonly name: string
  readonly value: number
  /** The value as text. */
  readonly text: string
}

interface Props {
  /** What the chart shows, for screen readers. A table next to the chart has the values. */
  readonly label: string
  /** At least one bar; no value is negative. */
  readonly bars: readonly Bar[]
}

/** Values in chronological order as bars relative to the highest one. The tooltip of a bar has its value. */
export function BarChart({ label, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const highest = bars.find(({ value }) => value === most)
  return (
    <div role="img" aria-label={label} className="txt-compact-xsmall text-ui-fg-subtle flex flex-col gap-1">
      <span className="border-b border-dashed tabular-nums">{highest?.text}</span>
      <div className="flex h-40 items-end gap-px border-b">
        {bars.map(({ name, value, text }) => (
          <div
            key={name}
            title={`${name}: ${text}`}
            className="hover:bg-ui-bg-base-hover flex h-full min-w-0 flex-1 items-end"
          >
            <div
              className="bg-ui-tag-blue-icon w-full rounded-t-sm"
              style={{ height: `${(value / most) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </div>
  )
}
