import { Agenda } from "./agenda"
import type { Bank } from "./bank"
import { Clock } from "./clock"
import { lockData } from "./data-lock"
import { Deliveries } from "./deliveries"
import { Faults } from "./faults"
import { Idempotency } from "./idempotency"
import { Ids } from "./ids"
import { memoryJournal, openJournal } from "./journal"
import { Keyring } from "./keys"
import { Ledger } from "./ledger"
import { readMerchants } from "./merchants"
import type { Options } from "./options"
import type { Due, Fact } from "./records"
import { createRedsys, USUAL_QUERY } from "./redsys"
import { RequestLog } from "./request-log"
import { Signer } from "./sign-message"
import { runDue } from "./wake"

/** Creates a bank from its options, with the data found in the data directory. Throws a StartError. */
export async function createBank(options: Options): Promise<Bank> {
  const merchants = readMerchants(options.merchants)
  const redsys = createRedsys(options.redsysMerchants)
  const unlock = options.dataDir ? lockData(options.dataDir) : () => {}
  const clock = new Clock()
  const signer = new Signer(await Keyring.load(options.dataDir), clock)
  const { journal, facts } = options.dataDir
    ? openJournal(options.dataDir)
    : { journal: memoryJournal, facts: [] }
  const agenda = new Agenda(clock)
  const ledger = new Ledger(journal, facts)
  const log = new RequestLog()
  const ids = new Ids(options.seed)
  const idempotency = new Idempotency(ledger, clock)
  const faults = new Faults()
  const deliveries = new Deliveries({ options, clock, agenda, signer, merchants, ledger, log, faults })
  const bank: Bank = {
    options,
    clock,
    agenda,
    ids,
    signer,
    merchants,
    ledger,
    idempotency,
    deliveries,
    log,
    faults,
    redsys,
    publicUrl: "",
    open: (publicUrl) => openBank(bank, publicUrl),
    reset: () => resetBank(bank),
    close() {
      agenda.clear()
      deliveries.stop()
      ledger.close()
      unlock()
    },
  }
  ledger.onFact = (fact) => follow(bank, fact)
  return bank
}

function openBank(bank: Bank, publicUrl: string): void {
  bank.publicUrl = bank.signer.issuer = publicUrl
  for (const { payment, due } of bank.ledger.payments.values()) scheduleDue(bank, payment.id, due)
  for (const { token, due } of bank.ledger.tokens.values()) scheduleDue(bank, token.id, due)
  for (const record of bank.ledger.events.values()) bank.deliveries.plan(record)
}

function resetBank(bank: Bank): void {
  bank.agenda.clear()
  bank.faults.clear()
  bank.deliveries.forget()
  bank.ledger.clear()
  bank.redsys.orders.clear()
  Object.assign(bank.redsys, USUAL_QUERY)
  bank.ids.reset()
  bank.log.clear()
  bank.clock.offsetSeconds = 0
}

function follow(bank: Bank, fact: Fact): void {
  if (fact.kind === "payment") scheduleDue(bank, fact.record.payment.id, fact.record.due)
  if (fact.kind === "token") scheduleDue(bank, fact.record.token.id, fact.record.due)
  if (fact.kind === "event") bank.deliveries.plan(fact.record)
}

function scheduleDue(bank: Bank, id: string, due: Due[]): void {
  if (!due.length) return bank.agenda.delete(id)
  bank.agenda.set(id, Math.min(...due.map(({ at }) => at)), () => runDue(bank, id))
}
