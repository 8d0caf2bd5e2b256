import { acp } from "../../../../../surfaces/acp"
import { getCart } from "../../../../../surfaces/acp/cart/get-cart"
import { updateCart } from "../../../../../surfaces/acp/cart/update-cart"
import { mount } from "../../../../mount"

export const GET = mount(acp, getCart)
export const POST = mount(acp, updateCart)
export const PUT = mount(acp, updateCart)
