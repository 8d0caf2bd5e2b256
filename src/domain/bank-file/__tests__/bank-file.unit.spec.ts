import { describe, expect, it } from "vitest"
import { readBankFile } from "../bank-file"
import { MOST_FILE_BYTES, MOST_FILE_ROWS, MOST_PROBLEMS } from "../limits"
import { BankFileError, type FileProblem, problemText } from "../problem"

const NOW = Date.parse("2026-04-15T10:00:00Z")
const FORMAT = { time_zone: "Europe/Madrid" }

const read = (csv: string, more: object = {}, now = NOW) => readBankFile(csv, { ...FORMAT, ...more }, now)

function problemsOf(csv: string, more: object = {}): readonly FileProblem[] {
  try {
    read(csv, more)
  } catch (error) {
    if (error instanceof BankFileError) return error.problems
    throw error
  }
  throw new Error("the file was read")
}

const REDSYS = [
  "Operaciones del comercio",
  "",
  "Fecha;Hora;Tipo de operación;Número de pedido;Resultado operación y código;Importe;Moneda",
  "31/03/2026;09:15:00;Autorización;0001abcdEFGH;Autorizada 123456;1.234,50;978",
  "31/03/2026;09:20:00;Autorización;0002abcdEFGH;Denegada 190;10,00;978",
  "31/03/2026;10:00:00;Preautorización;0003abcdEFGH;Autorizada 123457;50,00;978",
  "31/03/2026;10:05:00;Confirmación de preautorización;0003abcdEFGH;Autorizada 123458;40,00;978",
  "31/03/2026;11:00:00;Devolución;0001abcdEFGH;Autorizada 123459;34,50;978",
].join("\r\n")

describe("a bank's file", () => {
  it("in Spanish, with lines above its header, is read with its captures and refunds [ADM-71]", () => {
    const file = read(`\ufeff${REDSYS}\r\n`)
    expect(
      file.operations.map(({ line, kind, reference, amount }) => [line, kind, reference, amount])
    ).toEqual([
      [4, "capture", "0001abcdEFGH", 123_450],
      [7, "capture", "0003abcdEFGH", 4000],
      [8, "refund", "0001abcdEFGH", 3450],
    ])
    expect(file).toMatchObject({ rows: 5, ignored: 2, operations: [{ currency: "EUR" }, {}, {}] })
  })

  it.each([",", ";", "\t"])("in English is read with the separator %j [ADM-71]", (separator) => {
    const lines = [
      ["Reference", "Amount", "Currency", "Type", "Status", "Date"],
      ["GW-1", "12.30", "eur", "charge", "approved", "2026-03-31"],
    ]
    const [operation] = read(lines.map((line) => line.join(separator)).join("\n")).operations
    expect(operation).toEqual({
      line: 2,
      reference: "GW-1",
      kind: "capture",
      amount: 1230,
      currency: "EUR",
      is_repeated: false,
    })
  })

  it("without the columns for kind, outcome and currency has refunds as negative amounts, all executed", () => {
    const csv = "pedido;importe\nA;5,00\nA;-2,00"
    expect(read(csv, { currency: "EUR" }).operations).toMatchObject([
      { kind: "capture", amount: 500 },
      { kind: "refund", amount: 200 },
    ])
    expect(problemsOf(csv)).toEqual([{ reason: "no_column", column: "currency" }])
  })

  it("is read by the names of its columns that the request has [ADM-71]", () => {
    const csv = "Buchung;Betrag;Whg.\nA;5,00;EUR"
    expect(problemsOf(csv)).toEqual([{ reason: "no_column", column: "reference" }])
    expect(problemsOf(csv, { columns: { reference: "buchung" } })).toEqual([
      { reason: "no_column", column: "amount" },
    ])
    const columns = { reference: "buchung", amount: "Betrag", currency: "whg" }
    expect(read(csv, { columns }).operations).toMatchObject([{ reference: "A", amount: 500 }])
    expect(problemsOf(csv, { columns: { ...columns, date: "Datum" } })).toEqual([
      { reason: "no_column", column: "date" },
    ])
  })

  it("marks a row that repeats an earlier one in every cell, and only that", () => {
    const rows = ["A;5;EUR;1", "A;5;EUR;2", "A;5;EUR;1"]
    const { operations } = read(["reference;amount;currency;id", ...rows].join("\n"))
    expect(operations.map(({ is_repeated }) => is_repeated)).toEqual([false, false, true])
  })

  it.each([
    ["", [{ reason: "empty" }]],
    [" \n ", [{ reason: "empty" }]],
    ["reference;amount;currency", [{ reason: "empty" }]],
    ["PK\u0003\u0004", [{ reason: "not_text" }]],
    ["reference;amount;currency\nN\ufffd;5;EUR", [{ reason: "not_text" }]],
    ["x".repeat(MOST_FILE_BYTES + 1), [{ reason: "too_large" }]],
    ["ñ".repeat(MOST_FILE_BYTES / 2 + 1), [{ reason: "too_large" }]],
    [`reference;amount;currency${"\nA;1;EUR".repeat(MOST_FILE_ROWS + 1)}`, [{ reason: "too_many_rows" }]],
    ["just one text", [{ reason: "no_column", column: "reference" }]],
    ["reference,amount,currency\nA,12,34,EUR", [{ reason: "cells", line: 2 }]],
    ["reference;amount;currency\n;5;EUR", [{ reason: "missing", line: 2, column: "reference" }]],
    ["reference;amount;currency\nA;;EUR", [{ reason: "missing", line: 2, column: "amount" }]],
    [
      "reference;amount;currency\nA;5;XXZ",
      [{ reason: "currency", line: 2, column: "currency", text: "XXZ" }],
    ],
    [
      "reference;amount;currency\nA;1.234;EUR",
      [{ reason: "amount", line: 2, column: "amount", text: "1.234" }],
    ],
    [
      "reference;amount;currency;type\nA;5;EUR;gift",
      [{ reason: "kind", line: 2, column: "kind", text: "gift" }],
    ],
    [
      "reference;amount;currency;type\nA;-5;EUR;charge",
      [{ reason: "amount", line: 2, text: "-5", column: "amount" }],
    ],
    [
      "reference;amount;currency;status\nA;5;EUR;so",
      [{ reason: "outcome", line: 2, column: "outcome", text: "so" }],
    ],
    [
      "reference;amount;currency;date\nA;5;EUR;03/31/2026",
      [{ reason: "date", line: 2, column: "date", text: "03/31/2026" }],
    ],
    [
      "reference;amount;currency;date\nA;5;EUR;2026-01-01\nA;5;EUR;2026-04-03",
      [{ reason: "period_too_long" }],
    ],
  ])("is refused with what is wrong with it, case %# [ADM-71]", (csv, problems) => {
    expect(problemsOf(csv)).toEqual(problems)
    for (const problem of problemsOf(csv)) expect(problemText(problem)).toMatch(/[a-z]{3}/)
  })

  it("is refused with all its wrong lines, at most twenty [ADM-71]", () => {
    const lines = Array.from({ length: 30 }, (_, at) => (at % 2 ? "A;x;EUR" : "A;5;EUR"))
    const csv = ["reference;amount;currency", ...lines].join("\n")
    expect(problemsOf(csv).map(({ line }) => line)).toEqual(Array.from({ length: 15 }, (_, at) => 3 + 2 * at))
    const worse = ["reference;amount;currency", ...lines.map(() => "A;x;EUR")].join("\n")
    expect(problemsOf(worse)).toHaveLength(MOST_PROBLEMS)
  })
})

describe("the outcome of an operation", () => {
  it.each([
    ["0000", true],
    ["0", true],
    ["0099", true],
    ["0900", true],
    ["0400", true],
    ["0100", false],
    ["190", false],
    ["9915", false],
    ["Autorizada 0012", true],
    ["No autorizada", false],
    ["PENDING", false],
    ["author" + "ised", true],
    ["cancel" + "led", false],
    ["Anulada", false],
  ])("%s counts: %s [ADM-71]", (outcome, counts) => {
    const file = read(`reference;amount;currency;status\nA;5;EUR;${outcome}`)
    expect(file.operations).toHaveLength(counts ? 1 : 0)
  })
})

describe("the period of a bank's file", () => {
  const at = (...moments: string[]) =>
    ["reference;amount;currency;date", ...moments.map((moment, n) => `A${n};5;EUR;${moment}`)].join("\n")
  const iso = (csv: string) => {
    const { from, to, ...instants } = read(csv).period ?? { from: "", to: "" }
    return [from, to, ...Object.values(instants).map((one) => new Date(one as number).toISOString())]
  }

  it("is from the first to the end of the last day in the time zone, also of operations that were not executed", () => {
    expect(iso(at("31/03/2026 14:00", "28/03/2026"))).toEqual([
      "2026-03-28",
      "2026-03-31",
      "2026-03-27T23:00:00.000Z",
      "2026-03-31T22:00:00.000Z",
      "2026-03-31T22:00:00.000Z",
    ])
    expect(read("reference;amount;currency\nA;5;EUR").period).toBeNull()
  })

  it("is complete until the last operation if the last day is not over, without times until the day before [ADM-70]", () => {
    const ends = (csv: string) => iso(csv).slice(3)
    const end = "2026-04-15T22:00:00.000Z"
    expect(ends(at("2026-04-14", "2026-04-15 09:00"))).toEqual([end, "2026-04-15T07:00:00.000Z"])
    expect(ends(at("2026-04-14", "2026-04-15"))).toEqual([end, "2026-04-14T22:00:00.000Z"])
  })
})
