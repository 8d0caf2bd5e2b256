import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import type { Level, Part } from "../../queries/checkout/inventory"

/** Units of an inventory item that are reserved at one location. */
interface Units {
  readonly inventory_item_id: string
  readonly quantity: BigNumberInput
}

/** The units that are left at each location while the lines of one order are reserved. */
export class RemainingStock {
  private readonly left: Map<string, BigNumberInput>

  constructor(private readonly levels: readonly Level[]) {
    this.left = new Map(levels.map((level) => [keyOf(level), level.available]))
  }

  suffice({ inventory_item_id, quantity }: Units, location_id: string): boolean {
    return MathBN.gte(this.at(inventory_item_id, location_id), quantity)
  }

  /** Of these locations, the one with the fewest units that has enough: larger quantities find room at the others. */
  findAmong(locations: ReadonlySet<string> | undefined, item: Units): string | undefined {
    return this.locationsOf(item.inventory_item_id)
      .filter((id) => (locations?.has(id) ?? true) && this.suffice(item, id))
      .at(0)
  }

  subtract({ inventory_item_id, quantity }: Units, location_id: string): void {
    const left = MathBN.sub(this.at(inventory_item_id, location_id), quantity)
    this.left.set(keyOf({ inventory_item_id, location_id }), left)
  }

  /**
   * Takes at most `wanted` units of a variant, each of its parts from one location, and returns how many there were. A
   * variant without parts has no stock.
   */
  take(parts: readonly Part[] | undefined, wanted: number): number {
    if (!parts) return 0
    const quantity = Math.max(0, Math.min(wanted, ...parts.map((part) => this.most(part))))
    for (const { inventory_item_id, required_quantity } of parts) {
      const units = { inventory_item_id, quantity: MathBN.mult(required_quantity, quantity) }
      const location_id = this.findAmong(undefined, units)
      if (location_id) this.subtract(units, location_id)
    }
    return quantity
  }

  /** How many units of the variant this part suffices for: Medusa reserves a part of a line at one location. */
  private most({ inventory_item_id, required_quantity }: Part): number {
    const location_id = this.locationsOf(inventory_item_id).at(-1)
    const units = location_id ? this.at(inventory_item_id, location_id) : 0
    return Math.floor(MathBN.div(units, required_quantity).toNumber())
  }

  /** The locations that stock an inventory item, the one with the fewest units first. */
  private locationsOf(item: string): string[] {
    const stocking = this.levels.filter(({ inventory_item_id }) => inventory_item_id === item)
    const ids = stocking.map(({ location_id }) => location_id)
    return ids.sort((a, b) => MathBN.sub(this.at(item, a), this.at(item, b)).toNumber())
  }

  private at(inventory_item_id: string, location_id: string): BigNumberInput {
    return this.left.get(keyOf({ inventory_item_id, location_id })) ?? 0
  }
}

const keyOf = ({ inventory_item_id, location_id }: Pick<Level, "inventory_item_id" | "location_id">) =>
  `${inventory_item_id} ${location_id}`
