/** A participant of a diagram. Messages name it by its id, the picture by its label. */
export interface Participant {
  readonly id: string
  readonly label: string
}

/** A message from one participant to another. A dashed one is a response. */
export interface Message {
  readonly kind: "message"
  readonly from: string
  readonly to: string
  readonly dashed: boolean
  readonly text: string
}

/** A note over one participant, or from one to another. */
export interface Note {
  readonly kind: "note"
  readonly from: string
  readonly to: string
  readonly text: string
}

export interface Sequence {
  readonly title: string
  readonly participants: readonly Participant[]
  readonly steps: readonly (Message | Note)[]
}

const TITLE = /^accTitle: (.+)$/
const PARTICIPANT = /^(?:participant|actor) (\w+) as (.+)$/
const MESSAGE = /^(\w+)(--?)>>(\w+): (.+)$/
const NOTE = /^Note over (\w+)(?:,(\w+))?: (.+)$/

/**
 * Reads a Mermaid sequence diagram with `accTitle`, participants, messages (`->>`, `-->>`) and notes (`Note over`).
 * Throws with the line that is something else.
 */
export function parseSequence(source: string): Sequence {
  const [first, ...lines] = source
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
  if (first !== "sequenceDiagram")
    throw new Error(`The site draws only sequence diagrams, not "${first ?? ""}".`)
  const participants: Participant[] = []
  const steps: (Message | Note)[] = []
  let title = ""
  for (const line of lines) {
    const [, named] = TITLE.exec(line) ?? []
    const [, id, label] = PARTICIPANT.exec(line) ?? []
    if (named) title = named
    else if (id && label) participants.push({ id, label })
    else steps.push(stepIn(line, participants))
  }
  if (!title) throw new Error(`A diagram needs a line "accTitle: …" for readers who cannot see it.`)
  return { title, participants, steps }
}

function stepIn(line: string, participants: readonly Participant[]): Message | Note {
  const step = messageIn(line) ?? noteIn(line)
  const ids = participants.map(({ id }) => id)
  if (step && ids.includes(step.from) && ids.includes(step.to)) return step
  throw new Error(`The site cannot draw this line of a sequence diagram: ${line}`)
}

function messageIn(line: string): Message | undefined {
  const [, from, arrow, to, text] = MESSAGE.exec(line) ?? []
  return from && to && text ? { kind: "message", from, to, dashed: arrow === "--", text } : undefined
}

function noteIn(line: string): Note | undefined {
  const [, from, to, text] = NOTE.exec(line) ?? []
  return from && text ? { kind: "note", from, to: to ?? from, text } : undefined
}
