import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { type Cell, csvLine } from "../../../domain/csv"
import { type ExportedList, exportFile } from "../../../domain/export-file"
import { begun } from "../../../gateway/streamed-text"
import { send } from "../../send"
import { policyOf, staffOf } from "./modules"

/** How many rows are read and in memory at once. */
export const EXPORT_PAGE = 500

/** The value of each column of a row, under the column's name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

type Filters = Readonly<Record<string, string | boolean | Date | undefined>>

/** A list to export. */
interface Export<Row> {
  readonly list: ExportedList
  /**
   * The filters, which the audit log records without the search text `q`: it could be personal data, and entries cannot be
   * erased.
   */
  readonly filters: Filters
  /** The filters' period; both bounds are optional. Absent for a list without such filters. */
  readonly period?: readonly [Date | undefined, Date | undefined]
  readonly columns: Columns<Row>
  readonly pages: AsyncGenerator<readonly Row[], void>
}

/**
 * Sends a list as a CSV file with a header line, while it is read, and records the export in the audit log. If reading
 * fails after the first page, the connection is closed, so that no client takes the file for complete.
 */
export async function sendCsv<Row>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { list, filters, period: [from, to = new Date()] = [undefined, undefined], columns, pages }: Export<Row>
): Promise<void> {
  const name = exportFile(list, from ? dayOf(from) : null, dayOf(to))
  const headers = {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  }
  const body = await begun(linesOf(columns, pages))
  await policyOf(req).audit.listExported(list, detailOf(filters), staffOf(req))
  try {
    await send(res, { status: 200, headers, body })
  } catch (error) {
    res.destroy(error as Error)
  }
}

async function* linesOf<Row>(
  columns: Columns<Row>,
  pages: AsyncGenerator<readonly Row[], void>
): AsyncGenerator<string, void> {
  let header = csvLine(Object.keys(columns))
  for await (const page of pages) {
    const lines = page.map((row) => csvLine(Object.values(columns).map((valueIn) => valueIn(row))))
    yield header + lines.join("")
    header = ""
  }
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The filters as the texts that were sent; times in ISO 8601. */
const detailOf = ({ q, ...filters }: Filters): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Filters[string]>({ ...filters, has_search_text: q ? true : undefined })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)])
  )
