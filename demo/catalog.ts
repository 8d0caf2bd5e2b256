import type { Shape } from "./shop/picture"

/** The name of the demo shop in the store and at the bank. */
export const SHOP_NAME = "Carpathian Goods"

/** One variant: the option's value, the SKU, prices in major units with tax, and units in stock. */
export type CatalogVariant = [value: string, sku: string, eur: number, ron: number, stock: number]

/** A product of the demo, with one option and one picture. Weight in grams. */
export interface CatalogProduct {
  handle: string
  title: string
  description: string
  category: "Ceramics" | "Textiles" | "Pantry" | "Kitchen"
  weight: number
  shape: Shape
  hue: number
  option: string
  variants: CatalogVariant[]
}

/** The twelve products of the demo shop. One variant is sold out on purpose. */
export const CATALOG: CatalogProduct[] = [
  {
    handle: "horezu-mug",
    title: "Horezu Stoneware Mug",
    description: "Hand-thrown mug with the spiral glaze of Horezu. Holds 330 ml, safe in the dishwasher.",
    category: "Ceramics",
    weight: 380,
    shape: "mug",
    hue: 215,
    option: "Glaze",
    variants: [
      ["Cobalt", "MUG-COBALT", 14, 69, 48],
      ["Sand", "MUG-SAND", 14, 69, 36],
    ],
  },
  {
    handle: "horezu-bowl",
    title: "Horezu Serving Bowl",
    description: "Wide bowl for salads and fruit, turned and painted in one workshop. Lead-free glaze.",
    category: "Ceramics",
    weight: 900,
    shape: "bowl",
    hue: 20,
    option: "Size",
    variants: [
      ["20 cm", "BOWL-20", 24, 119, 22],
      ["28 cm", "BOWL-28", 38, 189, 9],
    ],
  },
  {
    handle: "marginea-vase",
    title: "Marginea Black Vase",
    description: "Smoke-fired black pottery from Marginea, polished with a river stone. Holds water.",
    category: "Ceramics",
    weight: 1100,
    shape: "vase",
    hue: 260,
    option: "Height",
    variants: [
      ["18 cm", "VASE-18", 29, 145, 14],
      ["30 cm", "VASE-30", 46, 229, 0],
    ],
  },
  {
    handle: "linen-apron",
    title: "Linen Apron",
    description: "Stonewashed linen, crossed at the back, one deep pocket. One size fits most.",
    category: "Textiles",
    weight: 300,
    shape: "shirt",
    hue: 95,
    option: "Color",
    variants: [
      ["Natural", "APRON-NAT", 39, 195, 25],
      ["Forest", "APRON-FOR", 39, 195, 18],
    ],
  },
  {
    handle: "table-runner",
    title: "Embroidered Table Runner",
    description: "Cotton and linen runner with a red cross-stitch border in a pattern from Bihor.",
    category: "Textiles",
    weight: 220,
    shape: "cloth",
    hue: 355,
    option: "Length",
    variants: [
      ["120 cm", "RUNNER-120", 27, 135, 20],
      ["180 cm", "RUNNER-180", 35, 175, 16],
    ],
  },
  {
    handle: "wool-throw",
    title: "Sheep Wool Throw",
    description: "Heavy undyed wool, woven on a floor loom and fulled in a whirlpool. 140 by 200 cm.",
    category: "Textiles",
    weight: 2100,
    shape: "cloth",
    hue: 40,
    option: "Color",
    variants: [
      ["Cream", "THROW-CREAM", 89, 445, 8],
      ["Charcoal", "THROW-CHAR", 89, 445, 6],
    ],
  },
  {
    handle: "merino-socks",
    title: "Merino Hiking Socks",
    description: "Terry-soled socks of merino and a little nylon. Warm in January, dry in July.",
    category: "Textiles",
    weight: 90,
    shape: "sock",
    hue: 175,
    option: "Size",
    variants: [
      ["36-38", "SOCK-S", 16, 79, 60],
      ["39-42", "SOCK-M", 16, 79, 75],
      ["43-46", "SOCK-L", 16, 79, 40],
    ],
  },
  {
    handle: "acacia-honey",
    title: "Acacia Honey",
    description: "Clear raw honey from one apiary in Dolj. Stays liquid for a year.",
    category: "Pantry",
    weight: 700,
    shape: "jar",
    hue: 45,
    option: "Jar",
    variants: [
      ["250 g", "HONEY-250", 7.5, 36, 90],
      ["500 g", "HONEY-500", 13.5, 65, 70],
    ],
  },
  {
    handle: "mountain-tea",
    title: "Mountain Herb Tea",
    description: "Thyme, lime flower and rosehip gathered above 900 metres and dried in the shade.",
    category: "Pantry",
    weight: 120,
    shape: "leaf",
    hue: 130,
    option: "Pack",
    variants: [
      ["50 g", "TEA-50", 6, 29, 110],
      ["150 g", "TEA-150", 15, 74, 45],
    ],
  },
  {
    handle: "house-coffee",
    title: "House Espresso Coffee",
    description: "Brazil and Ethiopia, roasted on Mondays in Cluj. Chocolate, hazelnut, a hint of orange.",
    category: "Pantry",
    weight: 260,
    shape: "bean",
    hue: 25,
    option: "Grind",
    variants: [
      ["Whole bean", "COFFEE-BEAN", 11.9, 59, 120],
      ["Espresso", "COFFEE-ESP", 11.9, 59, 80],
      ["Filter", "COFFEE-FIL", 11.9, 59, 64],
    ],
  },
  {
    handle: "walnut-board",
    title: "Walnut Cutting Board",
    description: "End-grain walnut with a juice groove, oiled with beeswax. Each board is numbered.",
    category: "Kitchen",
    weight: 1800,
    shape: "board",
    hue: 30,
    option: "Size",
    variants: [
      ["30 x 20 cm", "BOARD-30", 49, 245, 15],
      ["45 x 30 cm", "BOARD-45", 79, 395, 7],
    ],
  },
  {
    handle: "enamel-kettle",
    title: "Enamel Kettle",
    description:
      "Two-litre kettle for every hob, with a wooden handle and a whistle that can be switched off.",
    category: "Kitchen",
    weight: 1400,
    shape: "kettle",
    hue: 5,
    option: "Color",
    variants: [
      ["Poppy", "KETTLE-POPPY", 54.9, 275, 13],
      ["White", "KETTLE-WHITE", 54.9, 275, 17],
    ],
  },
]
