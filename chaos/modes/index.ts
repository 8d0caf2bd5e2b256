import type { ModeName } from "../audit/mode-name"
import type { ChaosMode } from "./chaos-mode"
import { GWB } from "./gwb"
import { PAGE } from "./page"
import { REDSYS } from "./redsys"
import { STOREFRONT } from "./storefront"

/** The parts of a run, by what it pays through. */
export const MODES: Readonly<Record<ModeName, ChaosMode>> = {
  gwb: GWB,
  redsys: REDSYS,
  page: PAGE,
  storefront: STOREFRONT,
}
