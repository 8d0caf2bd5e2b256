import { ucp } from "../../../../../surfaces/ucp"
import { getCart } from "../../../../../surfaces/ucp/cart/get-cart"
import { updateCart } from "../../../../../surfaces/ucp/cart/update-cart"
import { mount } from "../../../../mount"

export const GET = mount(ucp, getCart)
export const PUT = mount(ucp, updateCart)
