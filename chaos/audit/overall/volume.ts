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
    const due = outstandingAmountOf(dossiers)
    const shown = new Map(
      tables.volumes.map(({ client_id, currency, paid, refunded }) => [
        `${client_id} ${currency}`,
        { paid, refunded },
      ])
    )
    const none: Sums = { paid: 0, refunded: 0 }
    return [...new Set([...due.keys(), ...shown.keys()])].flatMap((about) => {
      const [is, should] = [shown.get(about) ?? none, due.get(about) ?? none]
      if (is.paid === should.paid && is.refunded === should.refunded) return []
      const words = `has paid ${should.paid} and got back ${should.refunded}; the store says ${is.paid} and ${is.refunded}`
      return [{ about, words }]
    })
  },
}

/** By client and currency. */
function outstandingAmountOf(dossiers: readonly Dossier[]): Map<string, Sums> {
  const due = new Map<string, Sums>()
  for (const { ours, bank } of dossiers) {
    if (!ours?.client_id || !bank) continue
    const key = `${ours.client_id} ${bank.currency}`
    const sums = due.get(key) ?? { paid: 0, refunded: 0 }
    sums.paid += bank.amounts.captured
    sums.refunded += bank.amounts.refunded
    due.set(key, sums)
  }
  return due
}
