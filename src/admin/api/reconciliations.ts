import { useQuery, useQueryClient } from "@tanstack/react-query"
import { readBankFile } from "../../domain/bank-file/bank-file"
import type { Reconciliation } from "../../domain/bank-file/reconciliation"
import { post } from "./client"

/** A bank's file that the user has chosen. */
export interface ChosenFile {
  readonly name: string
  readonly text: string
  /** The currency of all rows, for a file without such a column. */
  readonly currency?: string
}

/** A file with the result of its comparison. */
export interface ComparedFile extends ChosenFile {
  readonly result: Reconciliation
}

/** The time zone in which the dates of a file are read: the user's. */
export const fileTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Compares a file. It is read here first, so that a file that cannot be read is not sent: throws BankFileError with its
 * problems.
 */
export async function compareFile({ text, currency }: ChosenFile): Promise<Reconciliation> {
  const format = { time_zone: fileTimeZone(), ...(currency && { currency }) }
  readBankFile(text, format, Date.now())
  const body = { csv: text, ...format }
  return (await post<{ reconciliation: Reconciliation }>("/reconciliations", body)).reconciliation
}

const LATEST = ["agentic-commerce-compared-file"]
const KEPT_MS = 30 * 60_000

/** The latest comparison, kept in the browser's memory for half an hour, so that the user can return to it. */
export function useComparedFile() {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: LATEST,
    gcTime: KEPT_MS,
    staleTime: Infinity,
    queryFn: (): ComparedFile | null => queries.getQueryData<ComparedFile>(LATEST) ?? null,
  })
  return {
    latest: data ?? undefined,
    keep: (compared: ComparedFile | null): void => void queries.setQueryData(LATEST, compared),
  }
}
