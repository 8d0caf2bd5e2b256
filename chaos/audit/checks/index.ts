import type { Check } from "../check"
import { asAsked, orderedAsAsked } from "./as-asked"
import { askedAndDone, askedOnce } from "./requested-once"
import { callsResolved, changesMade, effectsDone, eventsProcessed, paymentEnds, workEnds } from "./at-rest"
import { booked, bookedOnce, summedUp } from "./bookings"
import { cardsAgree, cardsEnd, cardsOnce } from "./cards"
import { disputesTold } from "./disputes-recorded"
import { becomesOrder, notCharged } from "./expected"
import { knownToBoth } from "./known-to-both"
import { movementsOnce, movementsReal, movementsRecorded } from "./movements"
import { noOrphans } from "./no-orphans"
import { onlyOne } from "./only-one"
import { orderAndMoney } from "./order-and-money"
import { placed, placedOnce } from "./placed"
import { reserved, reservedOnce } from "./reservations"
import { sameState } from "./same-state"
import { sameTerms } from "./same-terms"
import { movementTold, taskEnds, taskHistory, taskTells, taskToldOnce } from "./tasks"

/** Everything that must hold in the end, one line each. */
export const CHECKS: readonly Check[] = [
  knownToBoth,
  asAsked,
  orderedAsAsked,
  becomesOrder,
  notCharged,
  sameTerms,
  sameState,
  movementsRecorded,
  movementsReal,
  movementsOnce,
  askedOnce,
  askedAndDone,
  booked,
  bookedOnce,
  summedUp,
  orderAndMoney,
  disputesTold,
  cardsAgree,
  cardsOnce,
  onlyOne,
  noOrphans,
  reserved,
  reservedOnce,
  taskTells,
  movementTold,
  taskHistory,
  taskToldOnce,
  placed,
  placedOnce,
  effectsDone,
  callsResolved,
  eventsProcessed,
  paymentEnds,
  taskEnds,
  changesMade,
  workEnds,
  cardsEnd,
]
