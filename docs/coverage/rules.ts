/** What the plugin does today, and what it will do. */
export const STATUSES = ["built", "planned"] as const
export type Status = (typeof STATUSES)[number]

/** One row of the requirements list. */
export interface Rule {
  readonly id: string
  readonly text: string
  readonly status: Status
  /** The test files the row names. */
  readonly files: readonly string[]
}

/** `A2A-01`: the group, then at least two digits. */
export const RULE_ID = /[A-Z][A-Z0-9]*-\d{2,}/

const ROW = new RegExp(`^\\| *(${RULE_ID.source}) *\\|(.*)\\|\\s*$`)
const CELL_END = /(?<!\\)\|/
/** Files stand in code spans: Markdown would take the underscores of `__tests__` for emphasis. */
const FILE = /`([^`]+)`/g

/** Reads the rules of a Markdown page. Throws one sentence that names a row which is no rule, or one given twice. */
export function readRules(markdown: string): Rule[] {
  const rules = markdown.split("\n").flatMap((line) => readRow(line) ?? [])
  const twice = rules.find(({ id }, index) => rules.findIndex((rule) => rule.id === id) !== index)
  if (twice) throw new Error(`${twice.id} is given twice.`)
  return rules
}

/** The same page with other files in the last column of each rule. */
export function writeFiles(markdown: string, filesOf: (id: string) => readonly string[]): string {
  const rewrite = (line: string) => {
    const rule = readRow(line)
    if (!rule) return line
    const { id, text, status } = rule
    return `| ${[
      id,
      text,
      status,
      filesOf(id)
        .map((file) => `\`${file}\``)
        .join("<br>"),
    ].join(" | ")} |`
  }
  return markdown.split("\n").map(rewrite).join("\n")
}

function readRow(line: string): Rule | undefined {
  const [, id = "", rest] = ROW.exec(line) ?? []
  if (rest === undefined) return undefined
  const [text = "", status = "", files = "", ...more] = rest.split(CELL_END).map((cell) => cell.trim())
  if (!text || !isStatus(status) || more.length)
    throw new Error(`The row of ${id} is not | id | rule | status | test |.`)
  return { id, text, status, files: [...files.matchAll(FILE)].map(([, file = ""]) => file) }
}

const isStatus = (text: string): text is Status => STATUSES.includes(text as Status)
