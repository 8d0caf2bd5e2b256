import { notFound } from "next/navigation"
import { placeOrder, retrieveCart } from "@lib/data/cart"

type Props = { params: Promise<{ countryCode: string }>; searchParams: Promise<{ step?: string }> }

/** The checkout of the browser's cart; 404 without a cart. */
export default async function Checkout({ params, searchParams }: Props) {
  const { countryCode } = await params
  const { step } = await searchParams
  const cart = await retrieveCart()
  if (!cart) return notFound()
  return (
    <main data-country={countryCode} data-step={step}>
      <h1>Checkout</h1>
      <p data-email>{cart.email}</p>
      <ul>
        {cart.items?.map((item) => (
          <li key={item.id}>
            {item.quantity} × {item.product_title}
          </li>
        ))}
      </ul>
      <p data-total>{cart.total}</p>
      <form action={placeOrder}>
        <button>Place order</button>
      </form>
    </main>
  )
}
