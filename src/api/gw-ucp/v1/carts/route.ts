import { ucp } from "../../../../surfaces/ucp"
import { createCart } from "../../../../surfaces/ucp/cart/create-cart"
import { mount } from "../../../mount"

export const POST = mount(ucp, createCart)
