import { code, page } from "./page"
import { docstringOf, exportsOf, filesBelow, firstSentence, type Load, parse } from "./source"

interface Job {
  readonly config: { readonly name: string; readonly schedule: string }
}

/** The scheduled jobs: `src/jobs`. */
export async function jobsPage(load: Load): Promise<string> {
  const rows = await Promise.all(filesBelow("src/jobs").map((file) => rowOf(file, load)))
  const columns = ["job", "schedule", "runs", "what it does", "file"]
  return page("Jobs", "It lists the scheduled jobs. A schedule with six fields begins with the seconds.", [
    { table: { columns, rows } },
  ])
}

async function rowOf(file: string, load: Load): Promise<string[]> {
  const { config } = (await exportsOf(load, file)) as unknown as Job
  const purpose = firstSentence(docstringOf(parse(file), "default"))
  return [code(config.name), code(config.schedule), inWords(config.schedule), purpose, code(file)]
}

/** A cron schedule in words. Throws for a kind of schedule that no job has had so far. */
export function inWords(schedule: string): string {
  const fields = schedule.split(" ")
  const [second, minute, ...rest] = fields.length === 6 ? fields : ["", ...fields]
  if (second && minute === "*" && rest.every((field) => field === "*")) return every(second, "second")
  if (second || rest.some((field) => field !== "*")) throw new Error(`No words for the schedule ${schedule}.`)
  return /^\d+$/.test(minute ?? "") ? `every hour, at minute ${minute}` : every(minute ?? "", "minute")
}

function every(field: string, unit: string): string {
  const count = /^\*\/(\d+)$/.exec(field)?.[1]
  if (field !== "*" && !count) throw new Error(`No words for the field ${field} of a schedule.`)
  return count ? `every ${count} ${unit}s` : `every ${unit}`
}
