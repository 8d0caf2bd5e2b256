import { Alert } from "@medusajs/ui"
import { BankFileError, type FileProblem } from "../../../domain/bank-file/problem"
import { MOST_FILE_DAYS, MOST_FILE_ROWS } from "../../../domain/bank-file/limits"
import { type Text, useText } from "../../i18n/use-text"

/** Why a file could not be compared: each problem with its line, or the server's message. */
export function FileProblems({ error }: { readonly error: Error }) {
  const t = useText()
  const texts = error instanceof BankFileError ? error.problems.map((one) => textOf(one, t)) : [error.message]
  return (
    <div className="px-6 py-4">
      <Alert variant="error" role="alert">
        <p className="txt-small-plus">{t("reconciliation.unreadable")}</p>
        <ul className="txt-small mt-1 flex list-disc flex-col gap-1 pl-4">
          {texts.map((text) => (
            <li key={text} className="[overflow-wrap:anywhere]">
              {text}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

function textOf({ reason, line, column, text = "" }: FileProblem, t: Text): string {
  const name = column ? t(`reconciliation.column_${column}`) : ""
  const known = column ? t(`reconciliation.names_${column}`) : ""
  const values = { column: name, known, text, rows: MOST_FILE_ROWS, days: MOST_FILE_DAYS }
  const problem = t(`reconciliation.problem_${reason}`, values)
  return line === undefined ? problem : `${t("reconciliation.line", { line })}: ${problem}`
}
