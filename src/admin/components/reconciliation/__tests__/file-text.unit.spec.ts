import { describe, expect, it } from "vitest"
import { readBankFile } from "../../../../domain/bank-file/bank-file"
import { MOST_FILE_BYTES } from "../../../../domain/bank-file/limits"
import { textOf } from "../file-text"

const fileOf = (bytes: Uint8Array) => new File([Buffer.from(bytes)], "operations.csv")

describe("the text of a chosen file", () => {
  it.each([
    ["UTF-8", Buffer.from("Número;1,00")],
    ["UTF-16", Buffer.from("\ufeffNúmero;1,00", "utf16le")],
    ["UTF-16 with the other byte order", Buffer.from("\ufeffNúmero;1,00", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("Número;1,00", "latin1")],
  ])("is read in %s [ADM-73]", async (_, bytes) => {
    expect(await textOf(fileOf(bytes))).toBe("Número;1,00")
  })

  it("of a spreadsheet is refused as no text [ADM-73]", async () => {
    const text = await textOf(fileOf(Buffer.from("504b0304140006000800ff00e1", "hex")))
    expect(() => readBankFile(text, { time_zone: "UTC" }, 0)).toThrow("not a CSV text")
  })

  it("of a file that is too large is not read [ADM-73]", async () => {
    const size = 2 * MOST_FILE_BYTES + 1
    const arrayBuffer = () => Promise.reject(new Error("read"))
    await expect(textOf({ size, arrayBuffer })).rejects.toThrow("larger than")
  })
})
