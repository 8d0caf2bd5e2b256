import type { Books } from "../books"
import type { Dossier } from "../dossier"
import type { OverallCheck } from "./overall"

interface Sums {
  paid: number
  refunded: number
}

/** The volume shown to the merchant for a client equals the bank's sums of its payments, in each currency. */
export const clientVolume: OverallCheck = {
  name: "client-volume",
  kind: "difference",
  find({ tables }: Books, dossiers) {
    const atBank = sumsAtBank(dossiers)
    const shown = new Map(
      tables.volumes.map(({ client_id, currency, paid, refunded }) => [
        `${client_id} ${currency}`,
        { paid, refunded },
      ])
    )
    const none: Sums = { paid: 0, refunded: 0 }
    return [...new Set([...atBank.keys(), ...shown.keys()])].flatMap((about) => {
      const [actual, expected] = [shown.get(about) ?? none, atBank.get(about) ?? none]
      if (actual.paid === expected.paid && actual.refunded === expected.refunded) return []
      const message = `paid ${expected.paid} with ${expected.refunded} refunded; the store shows ${actual.paid} and ${actual.refunded}`
      return [{ about, message }]
    })
  },
}

/** The captured and refunded amounts at the bank, by client and currency. */
function sumsAtBank(dossiers: readonly Dossier[]): Map<string, Sums> {
  const atBank = new Map<string, Sums>()
  for (const { ours, bank } of dossiers) {
    if (!ours?.client_id || !bank) continue
    const key = `${ours.client_id} ${bank.currency}`
    const sums = atBank.get(key) ?? { paid: 0, refunded: 0 }
    sums.paid += bank.amounts.captured
    sums.refunded += bank.amounts.refunded
    atBank.set(key, sums)
  }
  return atBank
}
