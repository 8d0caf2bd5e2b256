import type { Check } from "../check"
import { asRequested, orderedAsRequested } from "./as-requested"
import { reportedDone, requestedOnce } from "./requested-once"
import { callsResolved, changesMade, effectsDone, eventsProcessed, paymentEnds, workEnds } from "./at-rest"
import { booked, bookedOnce, summedUp } from "./bookings"
import { cardsAgree, cardsEnd, cardsOnce } from "./cards"
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
import { movementTask, taskEnds, taskHistory, taskResult, taskReportedOnce } from "./tasks"

/** The checks of each payment. */
export const CHECKS: readonly Check[] = [
  knownToBoth,
  asRequested,
  orderedAsRequested,
  becomesOrder,
  notCharged,
  sameTerms,
  sameState,
  movementsRecorded,
  movementsReal,
  movementsOnce,
  requestedOnce,
  reportedDone,
  booked,
  bookedOnce,
  summedUp,
  orderAndMoney,
  cardsAgree,
  cardsOnce,
  onlyOne,
  noOrphans,
  reserved,
  reservedOnce,
  taskResult,
  movementTask,
  taskHistory,
  taskReportedOnce,
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
