import type { ChaosMode } from "../modes/chaos-mode"
import { Random } from "../random"
import { failsAtBank } from "./amounts"
import type { RunLog } from "./run-log"
import type { Goods } from "./goods"
import { type Course, drawCourse, live, type UndisturbedCourse, undisturbedCourses } from "./live"
import type { People } from "./people"

/** What the agents of a run do: how many payments, how many at the same time, and with which people and products. */
export interface Load {
  readonly payments: number
  readonly workers: number
  readonly seed: number
  readonly runLog: RunLog
  readonly people: People
  readonly goods: Goods
  readonly mode: ChaosMode
}

/** Runs all purchases. `onPayment` is called with the number of each before it begins, counted from 1. */
export async function work(load: Load, onPayment: (number: number) => void): Promise<void> {
  const numbers = Array.from({ length: load.payments }, (_, index) => index + 1)
  await inParallel(load.workers, numbers, async (number) => {
    onPayment(number)
    const random = new Random(load.seed, `payment ${number}`)
    await purchase(load, `${number}`, random, drawCourse(load.mode, random))
  })
}

/** Runs each of the undisturbed courses once, with an amount at which the bank does not fail. */
export const workUndisturbed = (load: Load): Promise<void> =>
  inParallel(load.workers, [...undisturbedCourses(load.mode).entries()], ([index, course]) => {
    const name = `undisturbed-${index + 1}`
    return purchase(load, name, undisturbed(load, name, course), course)
  })

/** The first sequence of random numbers with which the purchase has a suitable amount and currency. */
function undisturbed({ seed, goods }: Load, name: string, { opening, currency }: UndisturbedCourse): Random {
  for (let attempt = 1; ; attempt++) {
    const random = new Random(seed, `${name} ${attempt}`)
    const plan = opening.plan(random.fork("plan"), goods)
    if (!failsAtBank(plan.amount, goods.endings) && (!currency || plan.currency === currency)) return random
  }
}

async function purchase(
  { seed, runLog, people, goods, mode }: Load,
  name: string,
  random: Random,
  course: Course
): Promise<void> {
  const reference = `chaos-${seed}-${name}`
  const { refusals, payable } = mode
  const purchase = { ...people, reference, random, runLog, known_as: [reference], refusals, payable }
  await live(purchase, course, goods).catch((error: unknown) => {
    runLog.surprises.push(`${reference}: ${error instanceof Error ? causedBy(error) : String(error)}`)
  })
  runLog.ended += 1
}

/** The message of an error and of its cause, such as a failed connection. */
const causedBy = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

/** Runs `run` for each item, with a number of workers, each of which runs one at a time. */
async function inParallel<T>(workers: number, items: readonly T[], run: (item: T) => Promise<void>) {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
