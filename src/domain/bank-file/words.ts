/**
 * What an operation at the bank does. A `charge` authorizes and captures at once. `authorization`, `void` and `none`
 * move no money.
 */
export type OperationKind = "charge" | "authorization" | "capture" | "refund" | "void" | "none"

/** A text of a bank's file in lowercase, without accents and punctuation: `Nº de Operación` -> `no de operacion`. */
export function plainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9€]+/g, " ")
    .trim()
}

const lookUp = <Meaning extends string>(words: Readonly<Record<Meaning, string>>): Map<string, Meaning> =>
  new Map(
    (Object.keys(words) as Meaning[]).flatMap((meaning) =>
      words[meaning].split(",").map((word) => [word.trim(), meaning] as const)
    )
  )

/** In English and Spanish, and the transaction types of Redsys, where `autorización` is the name of a charge. */
const KINDS = lookUp<OperationKind>({
  charge: "charge, sale, payment, purchase, 0, autorizacion, pago, venta, compra, cargo, cobro",
  authorization: "authorization, preauthorization, pre authorization, preauth, 1, preautorizacion",
  capture: "capture, confirmation, 2, captura, confirmacion, confirmacion de preautorizacion",
  refund: "refund, 3, devolucion, devolucion parcial, devolucion total, reembolso",
  void: "void, cancellation, 9, anulacion, anulacion de preautorizacion, cancelacion",
  none: "authentication, 7, 8, 44, autenticacion, confirmacion de autenticacion, borrado de referencia",
})

/** Undefined for an unknown kind. */
export const kindOf = (text: string): OperationKind | undefined => KINDS.get(plainWords(text))

const OUTCOMES = lookUp<"executed" | "not_executed">({
  executed: `approved, authorized, accepted, succeeded, success, successful, ok, done, completed, captured, refunded,
    settled, paid, executed, autorizada, autorizado, aprobada, aprobado, aceptada, aceptado, correcta,
    correcto, realizada, realizado, finalizada, finalizado, confirmada, confirmado, devuelta, devuelto`,
  not_executed: `declined, denied, rejected, refused, failed, failure, error, ko, canceled, voided, reversed, expired, pending,
    processing, open, denegada, denegado, rechazada, rechazado, fallida, fallido, erronea, erroneo, anulada, anulado, cancelada,
    cancelado, caducada, caducado, pendiente, en proceso, sin finalizar, no autorizada`,
})

/** A word in American spelling: banks write `ised` and `lled`, too. */
const american = (word: string): string => word.replace(/ised$/, "ized").replace(/lled$/, "led")

/** The response codes of executed operations: payments 0000 to 0099, voids 0400, captures and refunds 0900. */
const EXECUTED_CODE = /^(00\d\d|0400|0900)$/

/**
 * Whether the operation was executed, by a response code or by the words at the beginning of the text: an authorization
 * number may follow them. Undefined for an unknown outcome.
 */
export function isExecuted(text: string): boolean | undefined {
  const words = plainWords(text)
  if (/^\d{1,4}$/.test(words)) return EXECUTED_CODE.test(words.padStart(4, "0"))
  const [first = "", second = ""] = words.split(" ").map(american)
  const outcome = OUTCOMES.get(`${first} ${second}`.trim()) ?? OUTCOMES.get(first)
  return outcome && outcome === "executed"
}
