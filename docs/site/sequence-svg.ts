import { parseSequence, type Message, type Note, type Sequence } from "./sequence"

/** All lengths are in the units of the picture; at its full width, one unit is one pixel. */
const WIDTH = 760
const LINE = 17
const HEAD = 44
const GAP = 14
const CHARACTER = 6.9

interface Drawn {
  readonly svg: string
  readonly height: number
}

/**
 * The picture of a Mermaid sequence diagram as SVG, whose colors are those of the page. Throws when the diagram has a
 * line that `parseSequence` does not know.
 */
export function sequenceSvg(source: string): string {
  const sequence = parseSequence(source)
  const parts: string[] = []
  let y = HEAD + GAP
  for (const step of sequence.steps) {
    const { svg, height } =
      step.kind === "note" ? drawNote(step, sequence, y) : drawMessage(step, sequence, y)
    parts.push(svg)
    y += height + GAP
  }
  const title = `<title>${escaped(sequence.title)}</title>`
  const svg = [title, ...lifelines(sequence, y), ...parts, ...heads(sequence)].join("")
  const label = `role="img" aria-label="${escaped(sequence.title)}"`
  return `<div class="sequence" tabindex="0" v-pre><svg viewBox="0 0 ${WIDTH} ${y}" ${label}>${svg}</svg></div>\n`
}

const columnOf = ({ participants }: Sequence) => WIDTH / participants.length

/** The middle of a participant's column. */
function middle(sequence: Sequence, id: string): number {
  const index = sequence.participants.findIndex((participant) => participant.id === id)
  return columnOf(sequence) * (index + 0.5)
}

function heads(sequence: Sequence): string[] {
  const width = columnOf(sequence) - 16
  return sequence.participants.map(({ id, label }) => {
    const x = middle(sequence, id)
    return (
      `<rect class="head" x="${x - width / 2}" y="4" width="${width}" height="${HEAD - 8}" rx="8"/>` +
      text("name", x, HEAD / 2 + 5, [label])
    )
  })
}

function lifelines(sequence: Sequence, height: number): string[] {
  return sequence.participants.map(({ id }) => {
    const x = middle(sequence, id)
    return `<line class="life" x1="${x}" y1="${HEAD}" x2="${x}" y2="${height}"/>`
  })
}

function drawMessage(message: Message, sequence: Sequence, y: number): Drawn {
  const [from, to] = [middle(sequence, message.from), middle(sequence, message.to)]
  if (from === to) return drawOwn(message, sequence, y)
  const lines = wrap(message.text, Math.abs(to - from) - 16)
  const at = y + lines.length * LINE + 4
  const tip = to > from ? to - 9 : to + 9
  const line = `<line class="${message.dashed ? "message dashed" : "message"}" x1="${from}" y1="${at}" x2="${tip}" y2="${at}"/>`
  const arrow = `<path class="tip" d="M${to} ${at}L${tip} ${at - 5}V${at + 5}Z"/>`
  return { svg: text("label", (from + to) / 2, y + 12, lines) + line + arrow, height: at - y + 4 }
}

/** A message of a participant to itself: what it does, beside its line. */
function drawOwn({ from, text: what }: Message, sequence: Sequence, y: number): Drawn {
  return drawNote({ kind: "note", from, to: from, text: what }, sequence, y)
}

function drawNote(note: Note, sequence: Sequence, y: number): Drawn {
  const column = columnOf(sequence)
  const [from, to] = [middle(sequence, note.from), middle(sequence, note.to)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  const [x, width] = [from - column / 2 + 6, to - from + column - 12]
  const lines = wrap(note.text, width - 16)
  const height = lines.length * LINE + 12
  const box = `<rect class="note" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`
  return { svg: box + text("label", x + width / 2, y + 18, lines), height }
}

function text(kind: string, x: number, y: number, lines: readonly string[]): string {
  const spans = lines.map((line, index) => `<tspan x="${x}" y="${y + index * LINE}">${escaped(line)}</tspan>`)
  return `<text class="${kind}">${spans.join("")}</text>`
}

/** The words in lines that fit into a width. */
function wrap(words: string, width: number): string[] {
  const most = Math.max(Math.floor(width / CHARACTER), 8)
  const lines: string[] = []
  for (const word of words.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (longer.length <= most) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

const escaped = (raw: string): string =>
  raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
