import { MOST_FILE_BYTES } from "../../../domain/bank-file/limits"
import { BankFileError } from "../../../domain/bank-file/problem"

/**
 * The text of a file in the encodings in which banks and spreadsheets export CSV: UTF-8, UTF-16 with a byte order mark, and
 * Windows-1252. Every byte is a character in Windows-1252, so binary files get control characters and are refused later.
 * Throws BankFileError for a file that is too large for each of them.
 */
export async function textOf(file: Pick<File, "size" | "arrayBuffer">): Promise<string> {
  if (file.size > 2 * MOST_FILE_BYTES) throw new BankFileError([{ reason: "too_large" }])
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
