import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

interface Category {
  readonly id: string
  readonly name: string
  readonly handle: string
  /** The ids from the top-level category to this one, separated by dots. */
  readonly mpath: string
  readonly is_active: boolean
  readonly is_internal: boolean
}

/** The path from the top-level category to a category that customers can see. */
export type CategoryPath = readonly Pick<Category, "id" | "name" | "handle">[]

interface Option {
  readonly title: string
  readonly values: readonly { readonly value: string }[]
}

/** A variant in Medusa. */
export interface Variant {
  readonly id: string
  readonly title: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly ean: string | null
  readonly upc: string | null
  readonly manage_inventory: boolean
  readonly allow_backorder: boolean
  readonly variant_rank: number | null
  readonly options: readonly { readonly value: string; readonly option: { readonly title: string } }[]
}

/** A product in Medusa, with its categories. */
export interface Product {
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly handle: string
  readonly description: string | null
  readonly thumbnail: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly images: readonly { readonly url: string; readonly rank: number }[]
  readonly options: readonly Option[]
  readonly variants: readonly Variant[]
  readonly tags: readonly { readonly value: string }[]
  readonly type: { readonly value: string } | null
  readonly collection: { readonly title: string } | null
  readonly categories: readonly CategoryPath[]
  /** The sorted ids of all its categories, including hidden ones. */
  readonly category_ids: readonly string[]
}

const FIELDS = [
  "id",
  "title",
  "subtitle",
  "handle",
  "description",
  "thumbnail",
  "metadata",
  "type.value",
  "collection.title",
  "tags.value",
  "images.url",
  "images.rank",
  "options.title",
  "options.values.value",
  "variants.id",
  "variants.title",
  "variants.sku",
  "variants.barcode",
  "variants.ean",
  "variants.upc",
  "variants.manage_inventory",
  "variants.allow_backorder",
  "variants.variant_rank",
  "variants.options.value",
  "variants.options.option.title",
  "categories.id",
  "categories.mpath",
]

/** Those of the products that are published in one of the sales channels. */
export async function productsOnSale(
  container: MedusaContainer,
  ids: readonly string[],
  channels: readonly string[]
): Promise<Product[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "product_sales_channel",
    fields: ["product_id"],
    filters: { product_id: [...ids], sales_channel_id: [...channels] },
  })
  const { data } = await query.graph({
    entity: "product",
    fields: FIELDS,
    filters: { id: links.map(({ product_id }) => product_id), status: "published" },
  })
  const read = data as unknown as (Omit<Product, "categories" | "category_ids"> & {
    categories: CategoryPosition[]
  })[]
  const paths = await categoryPaths(
    container,
    read.flatMap(({ categories }) => categories)
  )
  return read.map((product) => ({
    ...product,
    categories: product.categories.flatMap((category) => {
      const path = paths(category)
      return path ? [path] : []
    }),
    category_ids: product.categories.map(({ id }) => id).sort(),
  }))
}

type CategoryPosition = Pick<Category, "id" | "mpath">

/**
 * The ids from the top-level category to this one. Medusa leaves `mpath` empty if a category is moved to the
 * top level.
 */
const stepsTo = ({ id, mpath }: CategoryPosition) => (mpath ? mpath.split(".") : [id])

/** Returns a lookup of category paths. Undefined for a category that is hidden or below a hidden one. */
async function categoryPaths(container: MedusaContainer, of: readonly CategoryPosition[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ids = [...new Set(of.flatMap(stepsTo))]
  const { data } = ids.length
    ? await query.graph({
        entity: "product_category",
        fields: ["id", "name", "handle", "is_active", "is_internal"],
        filters: { id: ids },
      })
    : { data: [] }
  const seen = new Map((data as Category[]).map((one) => [one.id, one.is_active && !one.is_internal && one]))
  return (category: CategoryPosition): CategoryPath | undefined => {
    const path = stepsTo(category).map((id) => seen.get(id))
    return path.every((one) => one) ? (path as Category[]) : undefined
  }
}
