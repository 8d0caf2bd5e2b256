import { parse } from "csv-parse/sync"
import { expect } from "vitest"
import { adminFetch, adminGet } from "./merchant"

/** The path of the merchant's API. */
export const ROOT = "/admin/agentic-commerce"

/** A time in ISO 8601, in UTC. */
export const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A line of an exported file, by column. */
export type Line = Readonly<Record<string, string>>

/** Exports what the filters of a list select. */
export const download = (list: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  adminFetch(`${ROOT}/${list}/export?${new URLSearchParams(query)}`, { headers })

/** The lines of the text of an exported file. */
export const linesIn = (text: string): readonly Line[] =>
  parse(text, { columns: true, record_delimiter: "\r\n" })

/** The lines of the exported file of a list. */
export async function linesOf(list: string, query: Record<string, string>): Promise<readonly Line[]> {
  const response = await download(list, query)
  expect(response.status).toBe(200)
  return linesIn(await response.text())
}

interface Entry {
  readonly id: string
  readonly type: string
  readonly actor_type: string
  readonly detail: Readonly<Record<string, string>>
}

/** The audit entries of the exports of a file, newest first. */
export const newestExports = async (file: string): Promise<readonly Entry[]> =>
  (await adminGet<{ entries: Entry[] }>(`${ROOT}/audit?type=${file}_exported&limit=100`)).entries
