import { z } from "@medusajs/framework/zod"
import { type BankFile, readBankFile } from "../../../../domain/bank-file/bank-file"
import { BankFileError, COLUMNS, problemText } from "../../../../domain/bank-file/problem"
import { isTimeZone } from "../../../../domain/hours"
import { isCurrency } from "../../../../domain/money"

const Header = z.string().trim().min(1).max(200).optional()

const Columns = z.strictObject(
  Object.fromEntries(COLUMNS.map((column) => [column, Header])) as Record<
    (typeof COLUMNS)[number],
    typeof Header
  >
)

/** A file to compare, and the time zone of its dates. */
export interface FileToReconcile {
  readonly file: BankFile
  readonly time_zone: string
}

/** A bank's CSV file. Each problem of the file is an issue of `csv`. */
export const ReconcileFile = z
  .strictObject({
    csv: z.string(),
    columns: Columns.optional(),
    currency: z.string().refine(isCurrency, "is not an uppercase ISO 4217 currency").optional(),
    time_zone: z.string().max(100).refine(isTimeZone, "is not an IANA time zone").default("UTC"),
  })
  .transform(({ csv, ...format }, context): FileToReconcile => {
    try {
      return { file: readBankFile(csv, format, Date.now()), time_zone: format.time_zone }
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error
      for (const problem of error.problems)
        context.addIssue({ code: "custom", path: ["csv"], message: problemText(problem) })
      return z.NEVER
    }
  })
