type Props = { params: Promise<{ id: string }> }

export default async function Confirmed({ params }: Props) {
  const { id } = await params
  return <h1 data-order={id}>Thank you for your order</h1>
}
